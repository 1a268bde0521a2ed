/** Loaded into a process before its program: on SIGUSR2 it says what packages and Node say, the second time it crashes. */
let isSecond = false;
process.on('SIGUSR2', () => {
  if (isSecond) throw new Error('secret\nof two lines');
  isSecond = true;
  console.log('secret');
  console.error(new Error('secret'));
  process.emitWarning('secret', 'DeprecationWarning', 'DEP9999');
  process.emitWarning('secret', 'ExperimentalWarning');
});
