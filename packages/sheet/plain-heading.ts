import { comparable } from './written.ts'

/** Without brackets and what is in them, stars, other signs and a number before it: * 3. 身份证号（18位）： → 身份证号 */
export const plainHeading = (heading: string) =>
  comparable(heading.slice(0, 200))
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】|<[^>]*>/g, '')
    .replaceAll(/[^\p{L}\p{N}/、]/gu, '')
    .replace(/^[\d、]+(?=\p{Script=Han})/u, '')
