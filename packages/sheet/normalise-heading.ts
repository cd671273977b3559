import { toComparable } from './cell-text.ts'

/** Without brackets and their content, stars, other signs and a leading number: * 3. 身份证号（18位）： → 身份证号 */
export const normaliseHeading = (heading: string) =>
  toComparable(heading.slice(0, 200))
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】|<[^>]*>/g, '')
    .replaceAll(/[^\p{L}\p{N}/、]/gu, '')
    .replace(/^[\d、]+(?=\p{Script=Han})/u, '')
