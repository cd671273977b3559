import type { z } from 'zod'
import type { SheetColumn } from '#packages/sheet'
import { constantForm } from '../../contract.ts'

/** Reuses the rules and the messages of the form. */
const checkAsInForm = (piece: z.ZodType) => (value: string) => piece.safeParse(value).error?.issues[0]?.message
const { shape } = constantForm
const sortAtMost = 1_000_000

export const constantColumns: readonly SheetColumn[] = [
  {
    key: 'type',
    title: '类型',
    kind: 'lookup',
    isRequired: true,
    max: 60,
    example: '学历',
    synonyms: ['常量类型', '类型名称', '类型编码', '字典类型'],
    hint: '类型的名称或编码',
  },
  {
    key: 'code',
    title: '编码',
    kind: 'text',
    isRequired: true,
    isName: true,
    example: '22',
    synonyms: ['常量编码', '代码', '值'],
    hint: '字母、数字和下划线',
    check: checkAsInForm(shape.code),
  },
  {
    key: 'name',
    title: '名称',
    kind: 'text',
    isRequired: true,
    isName: true,
    example: '双学位',
    synonyms: ['常量名称', '显示名称', '中文名称'],
    check: checkAsInForm(shape.name),
  },
  {
    key: 'parentCode',
    title: '上级编码',
    kind: 'text',
    max: 40,
    synonyms: ['上级', '父级编码', '上级代码'],
    hint: '只用于分级的类型，没有上级可不填',
  },
  {
    key: 'sort',
    title: '排序',
    kind: 'number',
    example: '10',
    synonyms: ['序号', '排序号', '顺序'],
    hint: '小的在前，可不填',
    check: (value) =>
      /^\d+$/.test(value) && Number(value) <= sortAtMost ? undefined : `排序应为0到${sortAtMost}的整数`,
  },
]
