/** Faults of answers in the account form. Both sides turn a key into the words of content/<locale>/ui.json. */
import type * as v from 'valibot';

/** Key of a fault → key of its words. `{value}` in the words is the part of the fault after its colon. */
export const FAULT_WORDS = {
  choiceUnknown: 'account.error.choiceUnknown',
  textCharacters: 'account.error.textCharacters',
  tooLong: 'account.error.tooLong',
  roleEmpty: 'account.error.roleEmpty',
  countryEmpty: 'account.error.countryEmpty',
  countryClosed: 'account.error.countryClosed',
  cityEmpty: 'account.error.cityEmpty',
  emailEmpty: 'account.error.emailEmpty',
  emailFormat: 'account.error.emailFormat',
  passwordEmpty: 'account.error.passwordEmpty',
  passwordRule: 'account.error.passwordRule',
  confirmationDiffers: 'account.error.confirmationDiffers',
  mobileEmpty: 'account.error.mobileEmpty',
  mobileFormat: 'account.error.mobileFormat',
  givenNameEmpty: 'account.error.givenNameEmpty',
  familyNameEmpty: 'account.error.familyNameEmpty',
  nicknameEmpty: 'account.error.nicknameEmpty',
  birthDateEmpty: 'account.error.birthDateEmpty',
  birthDateFormat: 'account.error.birthDateFormat',
  birthDateFuture: 'account.error.birthDateFuture',
  tooYoung: 'account.error.tooYoung',
  genderEmpty: 'account.error.genderEmpty',
  addressEmpty: 'account.error.addressEmpty',
  companyEmpty: 'account.error.companyEmpty',
  licenceEmpty: 'account.error.licenceEmpty',
  licenceTypeEmpty: 'account.error.licenceTypeEmpty',
  licenceNumberEmpty: 'account.error.licenceNumberEmpty',
  licenceFiles: 'account.error.licenceFiles',
  licenceFileGone: 'account.error.licenceFileGone',
  productsEmpty: 'account.error.productsEmpty',
  signatureMissing: 'account.error.signatureMissing',
  signatureEmpty: 'account.error.signatureEmpty',
  signatureWithoutProduct: 'account.error.signatureWithoutProduct',
  textOld: 'account.error.textOld',
  accreditedEmpty: 'account.error.accreditedEmpty',
  qualifiedEmpty: 'account.error.qualifiedEmpty',
  experienceEmpty: 'account.error.experienceEmpty',
  incomeEmpty: 'account.error.incomeEmpty',
  netWorthEmpty: 'account.error.netWorthEmpty',
  employmentEmpty: 'account.error.employmentEmpty',
  fundsEmpty: 'account.error.fundsEmpty',
  privacyUnaccepted: 'account.error.privacyUnaccepted',
  termsUnaccepted: 'account.error.termsUnaccepted',
  declarationMissing: 'account.error.declarationMissing',
  topicEmpty: 'account.error.topicEmpty',
  questionEmpty: 'account.error.questionEmpty',
  contactEmpty: 'account.error.contactEmpty',
  formatsEmpty: 'account.error.formatsEmpty',
  datesWrong: 'account.error.datesWrong',
  marketsEmpty: 'account.error.marketsEmpty',
  markets: 'account.error.markets',
  budgetEmpty: 'account.error.budgetEmpty',
  pictures: 'account.error.pictures',
  pictureGone: 'account.error.pictureGone',
  leaveEmpty: 'account.error.leaveEmpty',
  nicknameTaken: 'account.error.nicknameTaken',
  passwordWrong: 'account.error.passwordWrong',
  passwordOther: 'account.error.passwordOther',
  linkUsed: 'account.error.linkUsed',
  challengeOver: 'account.error.challengeOver',
  codeEmpty: 'account.error.codeEmpty',
  codeWrong: 'account.error.codeWrong',
  hintTells: 'account.error.hintTells',
  avatarType: 'account.error.avatarType',
  avatarSize: 'account.error.avatarSize',
  avatarUnreadable: 'account.error.avatarUnreadable',
  fixedByApplication: 'account.error.fixedByApplication',
  timeZoneUnknown: 'account.error.timeZoneUnknown',
  nameEmpty: 'account.error.nameEmpty',
  nameTaken: 'account.error.nameTaken',
  authorityEmpty: 'account.error.authorityEmpty',
  addressFormat: 'account.error.addressFormat',
  reasonEmpty: 'account.error.reasonEmpty',
  askedEmpty: 'account.error.askedEmpty',
  answerEmpty: 'account.error.answerEmpty',
  untilFormat: 'account.error.untilFormat',
  untilPast: 'account.error.untilPast',
  publicKeyFormat: 'account.error.publicKeyFormat',
  publicKeyPrivate: 'account.error.publicKeyPrivate',
  publicKeyTaken: 'account.error.publicKeyTaken',
  scopesEmpty: 'account.error.scopesEmpty',
  networksEmpty: 'account.error.networksEmpty',
  networkFormat: 'account.error.networkFormat',
  numberRange: 'account.error.numberRange',
  webhookFormat: 'account.error.webhookFormat',
  eventsEmpty: 'account.error.eventsEmpty',
} as const;
export type FaultKey = keyof typeof FAULT_WORDS;

export interface Fault {
  /** As in the request: 'address.line1' */
  field: string;
  key: FaultKey;
  /** Replaces `{value}`; '' if the words have none */
  value: string;
}

/** A fault as the message of a shape: 'tooLong:100'. */
export const saying = (key: FaultKey, value?: string | number): string =>
  value === undefined ? key : `${key}:${value}`;

/** The message of a shape as key and value. */
export function readFault(message: string): Omit<Fault, 'field'> {
  const [key = '', ...rest] = message.split(':');
  return { key: Object.hasOwn(FAULT_WORDS, key) ? (key as FaultKey) : 'choiceUnknown', value: rest.join(':') };
}

/** The first fault of each field, in the order of the form. */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { path, message } of issues) {
    const field = (path ?? []).map(({ key }) => String(key)).join('.');
    if (!faults.has(field)) faults.set(field, { field, ...readFault(message) });
  }
  return [...faults.values()];
}
