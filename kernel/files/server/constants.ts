import type { BuiltInType } from '#kernel/dictionary/server/api.ts'
import { fileKinds } from '../contract-types.ts'

// Fixed constants: districts can read them, but nobody changes them.
export const fileTypeConstants: BuiltInType = {
  code: 'fileType',
  name: '文件类型',
  about: '可以上传和预览的文件，按扩展名',
  sort: 35,
  isTree: true,
  isFixed: true,
  items: Object.entries(fileKinds).flatMap(([kind, { title, types }]) => [
    { code: `kind_${kind}`, name: title },
    ...Object.entries(types).map(([suffix, type]) => ({
      code: suffix,
      name: `.${suffix}`,
      parentCode: `kind_${kind}`,
      ext: { type },
    })),
  ]),
}
