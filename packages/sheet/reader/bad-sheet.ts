import { BadArchive } from '#packages/archive'

/** An unreadable file. The message is for the user and says what can be done. */
export class BadSheet extends Error {}

export const brokenFile = () => new BadSheet('文件已损坏，请用 Excel 打开并另存为 .xlsx 后再上传')
export const tooLarge = () => new BadSheet('文件内容过多，请删除多余的工作表和格式，或拆分后上传')

/** The BadSheet for an expected error; undefined for an internal error. */
export function toBadSheet(error: unknown): BadSheet | undefined {
  if (!(error instanceof BadArchive)) return error instanceof BadSheet ? error : undefined
  if (error.reason === 'too-large') return tooLarge()
  return error.reason === 'encrypted' ? new BadSheet('文件有密码保护，请去掉密码后上传') : brokenFile()
}
