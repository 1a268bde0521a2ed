/** Preloaded into a process: on SIGUSR2 it logs as packages and Node do; on the second SIGUSR2 it crashes. */
let isSecond = false;
process.on('SIGUSR2', () => {
  if (isSecond) throw new Error('secret\nof two lines');
  isSecond = true;
  console.log('secret');
  console.error(new Error('secret'));
  process.emitWarning('secret', 'DeprecationWarning', 'DEP9999');
  process.emitWarning('secret', 'ExperimentalWarning');
});
