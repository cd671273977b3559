import type { CoverLesson } from '../contract.ts'

/** The one who gives it may ask a colleague: it has not begun, and no request is open. */
export const isArrangeable = ({ state }: Pick<CoverLesson, 'state'>) => state === 'free'

/** Whoever gives it covers it already: another colleague would cover the cover. */
export const isPassedOn = ({ requestStatus, kind }: Pick<CoverLesson, 'requestStatus' | 'kind'>) =>
  requestStatus === 'effective' && (kind === 'substitute' || kind === 'supervise' || kind === 'merge')
