/** Values of `ret`. Positive means success; the others determine the client's behaviour. */
export const Ret = {
  ok: 1,
  refused: 0,
  invalid: -1,
  captchaNeeded: -2,
  notSignedIn: -3,
  tooMany: -4,
  notFound: -5,
  forbidden: -6,
  secondStepNeeded: -7,
  sessionEnded: -8,
  changedByOthers: -9,
  windowClosed: -10,
  otherOrganisation: -11,
  wrongAudience: -401,
  fault: -500,
  unavailable: -503,
} as const

export type Ret = (typeof Ret)[keyof typeof Ret]
