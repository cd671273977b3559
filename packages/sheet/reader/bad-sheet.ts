import { BadArchive } from '#packages/archive'

/** A file that cannot be taken. The message is for whoever sent it, and says what can be done. */
export class BadSheet extends Error {}

export const brokenFile = () => new BadSheet('文件已损坏，请用 Excel 打开并另存为 .xlsx 后再上传')
export const tooLarge = () => new BadSheet('文件内容过多，请删除多余的工作表和格式，或拆分后上传')

/** What a reader tells of a file that cannot be taken; anything else that was thrown is a fault of ours. */
export function toBadSheet(error: unknown): BadSheet | undefined {
  if (!(error instanceof BadArchive)) return error instanceof BadSheet ? error : undefined
  if (error.reason === 'too-large') return tooLarge()
  return error.reason === 'encrypted' ? new BadSheet('文件有密码保护，请去掉密码后上传') : brokenFile()
}
