import { expect, it } from 'vitest'
import { idCardForm, infoForm, passwordForm } from './contract-forms.ts'

interface Checked {
  safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined }
}
const getMessages = (schema: Checked, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

const good = { oldPwd: 'Moon-2026-river', newPwd: 'Cloud-2027-stone', confirmPwd: 'Cloud-2027-stone' }
const weak = '建议设置口令长度不小于8位，密码中包含数字，大小写字母，特殊字符中的3种'
const pair = (newPwd: string) => ({ ...good, newPwd, confirmPwd: newPwd })

it('requires the old password, the new one and its repetition', () => {
  expect(getMessages(passwordForm, good)).toEqual([])
  expect(getMessages(passwordForm, { ...good, oldPwd: '' })).toEqual(['请输入原密码'])
  expect(getMessages(passwordForm, pair(''))).toContain('请输入新密码')
  expect(getMessages(passwordForm, { ...good, confirmPwd: '' })).toContain('请输入重复密码')
})

it('accepts a new password of 8 characters with 3 of 4 classes, and no weaker one', () => {
  for (const taken of ['Kv7mzRjq', 'kv7#mzrj', 'KV7#MZRJ', 'Kv#mzRjq'])
    expect(getMessages(passwordForm, pair(taken))).toEqual([])
  for (const refused of ['Kv7#mzR', 'kvmzrjqw', 'kv7mzrjq', 'KVMZRJ#Q']) {
    expect(getMessages(passwordForm, pair(refused))).toContain(weak)
  }
})

it('requires the repetition to equal the new password', () => {
  expect(getMessages(passwordForm, { ...good, confirmPwd: 'Cloud-2027-ston' })).toEqual(['重复密码与密码不一致'])
})

it('accepts a valid ID number or none, and requires one where configured', () => {
  expect(getMessages(infoForm, { fidCard: '' })).toEqual([])
  expect(getMessages(infoForm, { fidCard: '11010519491231002X' })).toEqual([])
  expect(getMessages(infoForm, { fidCard: '110105194912310021' })).toEqual(['请输入正确的身份证'])
  expect(getMessages(idCardForm, { idCard: '' })).toContain('身份证号不能为空')
  expect(getMessages(idCardForm, { idCard: '11010519491231' })).toEqual(['请输入正确的身份证'])
})

it('accepts a mainland mobile number or none', () => {
  for (const taken of ['', '13800138000', '19912345678']) expect(getMessages(infoForm, { fPhone: taken })).toEqual([])
  for (const refused of ['12800138000', '1380013800', '23800138000', '138001380000'])
    expect(getMessages(infoForm, { fPhone: refused })).toEqual(['请输入正确的手机号'])
})

it('requires the sex to match the 17th digit of the ID number, odd for 男', () => {
  // 002X: the 17th digit is 2.
  expect(getMessages(infoForm, { fidCard: '11010519491231002X', fSex: '女' })).toEqual([])
  expect(getMessages(infoForm, { fidCard: '11010519491231002X', fSex: '男' })).toEqual(['性别与身份证号性别不符'])
})
