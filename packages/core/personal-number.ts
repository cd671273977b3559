const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
/** Digits as people group them: 138 0013 8000, 138-0013-8000. */
const mobile = String.raw`(?:86[\s\p{Pd}]*)?1(?:[\s\p{Pd}]*\d){10}`
const idCard = String.raw`\d(?:[\s\p{Pd}]*\d){16}[\s\p{Pd}]*[\dx]`
const number = new RegExp(String.raw`(?<!\d)(?:${mobile}|${idCard})(?!\d)`, 'iu')

/**
 * Whether a text may contain a mobile or ID number. Wider than `isMobile` and `isIdCard`, because a number with a
 * typing error still points to a person. Our own ids do not count, whatever digits they have.
 */
export const containsPersonalNumber = (text: string) => number.test(text.normalize('NFKC').replaceAll(id, ' '))
