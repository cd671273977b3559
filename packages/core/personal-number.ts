const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
/** Digits as people group them: 138 0013 8000, 138-0013-8000. */
const mobile = String.raw`(?:86[\s\p{Pd}]*)?1(?:[\s\p{Pd}]*\d){10}`
const idCard = String.raw`\d(?:[\s\p{Pd}]*\d){16}[\s\p{Pd}]*[\dx]`
const number = new RegExp(String.raw`(?<!\d)(?:${mobile}|${idCard})(?!\d)`, 'iu')

/**
 * Whether words hold what may be somebody's mobile or ID number. Wider than `isMobile` and `isIdCard`: a number with a
 * typing error in it is still nearly somebody's. Ids of ours are none, whatever digits they have.
 */
export const containsPersonalNumber = (text: string) => number.test(text.normalize('NFKC').replaceAll(id, ' '))
