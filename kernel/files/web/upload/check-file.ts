import type { FileLimits } from '../../contract.ts'

const MB = 1024 * 1024
const longestName = 200

const getSuffix = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file cannot be uploaded, with the same text as the server; undefined when it can. */
export function getFileError(file: { name: string; size: number }, { maxBytes, suffixes }: FileLimits) {
  const suffix = getSuffix(file.name)
  if (!suffixes.includes(suffix)) return `不支持的文件类型：${suffix || '无'}`
  if (file.size > maxBytes) return `单个文件不能超过${Math.floor(maxBytes / MB)}MB`
  if (file.size === 0) return '文件为空'
  if (file.name.length > longestName) return `文件名不超过${longestName}字`
  return undefined
}

export const getTooManyMessage = (maxFiles: number) => `最多上传${maxFiles}个文件`
