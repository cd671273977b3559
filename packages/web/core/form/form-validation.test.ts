import { expect, it } from 'vitest'
import { z } from 'zod'
import { idCardBirthday, idCardSex, isIdCard } from '#packages/core/id-card.ts'
import { isMobile } from '#packages/core/phone.ts'
import { getVisibleValues, validateForm, formatSummaryMessage } from './form-validation.ts'
import type { FormSpec } from './form-spec.ts'

interface Person {
  idCard: string
  sex: string
  birthday: string
  phone: string
  hasClass: boolean
  className: string
}

const spec: FormSpec<Person> = {
  schema: z.object({
    idCard: z.string().refine((value): boolean => value === '' || isIdCard(value), '请输入正确的身份证'),
    sex: z.string(),
    birthday: z.string(),
    phone: z.string().refine((value): boolean => value === '' || isMobile(value), '请输入正确的手机号'),
    hasClass: z.boolean(),
    className: z.string(),
  }),
  initial: () => ({ idCard: '', sex: '', birthday: '', phone: '', hasClass: false, className: '' }),
  sections: [
    {
      fields: [
        {
          name: 'idCard',
          label: '身份证号',
          kind: 'idCard',
          required: true,
          fills: (value) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) }),
        },
        {
          name: 'sex',
          label: '性别',
          kind: 'radio',
          options: [
            { value: '男', label: '男' },
            { value: '女', label: '女' },
          ],
        },
        { name: 'birthday', label: '出生日期', kind: 'date' },
        { name: 'phone', label: '手机', kind: 'phone' },
        { name: 'hasClass', label: '班主任', kind: 'switch' },
        { name: 'className', label: '班级', kind: 'text', required: true, when: ({ hasClass }) => hasClass },
      ],
    },
  ],
}
const woman = '330199199107140025'
const listMessages = (part: Partial<Person>) => {
  const { fields } = validateForm(spec, { ...spec.initial(), idCard: woman, ...part })
  return Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, problem!.message]))
}

it('an ID number that is required and empty: 身份证号不能为空', () => {
  expect(listMessages({ idCard: '' })).toEqual({ idCard: '身份证号不能为空' })
})

it('an ID number that is invalid, or fails its check digit: 请输入正确的身份证', () => {
  expect(listMessages({ idCard: '330199199107140024' })).toEqual({ idCard: '请输入正确的身份证' })
  expect(listMessages({ idCard: '3301991991' })).toEqual({ idCard: '请输入正确的身份证' })
})

it('a phone number is optional; a wrong one: 请输入正确的手机号', () => {
  expect(listMessages({ phone: '' })).toEqual({})
  expect(listMessages({ phone: '13801995012' })).toEqual({})
  expect(listMessages({ phone: '12801995012' })).toEqual({ phone: '请输入正确的手机号' })
})

it('a sex that contradicts the ID number: 性别与身份证号性别不符, with a fix', () => {
  const { fields } = validateForm(spec, { ...spec.initial(), idCard: woman, sex: '男' })
  expect(fields['sex']).toEqual({
    message: '性别与身份证号性别不符',
    repair: { label: '改为“女”', change: { sex: '女' } },
  })
  expect(listMessages({ sex: '女' })).toEqual({})
})

it('a birthday that contradicts the ID number is reported as well', () => {
  expect(listMessages({ birthday: '1991-07-15' })).toEqual({ birthday: '出生日期与身份证号出生日期不符' })
})

it('compares nothing with an invalid ID number', () => {
  expect(listMessages({ idCard: '330199199107140024', sex: '男' })).toEqual({ idCard: '请输入正确的身份证' })
})

it('a hidden field is not validated, and is sent with its initial value', () => {
  expect(listMessages({ hasClass: false, className: '' })).toEqual({})
  expect(listMessages({ hasClass: true, className: '' })).toEqual({ className: '请输入班级' })
  const typed = { ...spec.initial(), hasClass: false, className: '七(3)班' }
  expect(getVisibleValues(spec, typed).className).toBe('')
})

it('an English message of a schema is replaced by ours', () => {
  const number: FormSpec<{ count: number | null }> = {
    schema: z.object({ count: z.number() }) as never,
    initial: () => ({ count: null }),
    sections: [{ fields: [{ name: 'count', label: '人数', kind: 'number', required: true }] }],
  }
  expect(validateForm(number, { count: null }).fields['count']?.message).toBe('请输入人数')
  expect(validateForm(number, { count: Number.NaN }).fields['count']?.message).toBe('人数填写有误')
})

it('an error of no visible field is reported for the whole form', () => {
  const strict = { ...spec, schema: spec.schema.refine(() => false, { message: '该时间不能提交', path: ['time'] }) }
  expect(validateForm(strict, { ...spec.initial(), idCard: woman })).toEqual({ fields: {}, whole: '该时间不能提交' })
})

it('names a label once in the line of errors', () => {
  expect(formatSummaryMessage('性别', '性别与身份证号性别不符')).toBe('性别：与身份证号性别不符')
  expect(formatSummaryMessage('部门', '请选择部门')).toBe('部门：请选择')
  expect(formatSummaryMessage('手机', '该手机号已被使用')).toBe('手机：该手机号已被使用')
})
