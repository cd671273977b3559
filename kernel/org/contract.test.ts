import { describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { organisationForm } from './contract.ts'

describe('the form of an organisation', () => {
  const good = {
    name: '实验小学',
    type: 'school',
    parentId: newId(),
    stages: [2],
    kind: '211',
    property: 1,
    educationSystem: 1,
    contactName: '',
    phone: '',
    postalCode: '',
    address: '',
    remark: '',
    isPublic: true,
    isVillage: false,
    flag: 0,
    version: 0,
    pinyin: '',
    pinyinInitials: '',
    areaCode: '330106',
    skipsRepairAudit: false,
    skipsAdjustAudit: false,
    diskOpenToAll: false,
    classesByAcademic: false,
  }
  const getMessages = (change: object) => organisationForm.safeParse({ ...good, ...change }).error?.issues[0]?.message

  it.each([
    [{ name: '  ' }, '请填写机构名称'],
    [{ name: '长'.repeat(101) }, '机构名称不超过100字'],
    [{ type: 'tower' }, '请选择机构类型'],
    [{ stages: [] }, '请选择学段'],
    [{ phone: '12345' }, '请填写正确的固定电话或手机号'],
    [{ phone: '23800138000' }, '请填写正确的固定电话或手机号'],
    [{ postalCode: '31000' }, '邮政编码应为6位数字'],
    [{ contactName: '名'.repeat(51) }, '联系人不超过50字'],
  ])('refuses %j', (change, message) => {
    expect(getMessages(change)).toBe(message)
  })

  it.each(['', '0571-88886666', '057188886666', '88886666', '0571-88886666-801', '13800138000', '400-800-1234'])(
    'accepts the phone number %j',
    (phone) => {
      expect(getMessages({ phone })).toBeUndefined()
    },
  )
  it('requires no stage for a department', () => {
    expect(getMessages({ type: 'department', stages: [] })).toBeUndefined()
  })
})
