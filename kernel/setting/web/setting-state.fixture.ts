import type { SettingKeySchema, SettingState } from '../contract.ts'

const texts = { about: '一句话说明。', isJoined: false }
export const keys = {
  dayCap: {
    ...texts,
    key: 'dayCap',
    title: '每天学时上限',
    standard: 6,
    control: { kind: 'number', min: 1, max: 24, unit: '学时', per: 1 },
  },
  idle: {
    ...texts,
    key: 'idle',
    title: '无操作退出',
    standard: 14_400,
    control: { kind: 'number', min: 5, max: 1440, unit: '分钟', per: 60 },
  },
  needsProof: { ...texts, key: 'needsProof', title: '需要证明', standard: true, control: { kind: 'switch' } },
  windows: {
    ...texts,
    key: 'windows',
    title: '关闭时段',
    standard: [],
    isJoined: true,
    control: {
      kind: 'rows',
      unit: '个时段',
      most: 3,
      fields: [{ key: 'reason', title: '原因', kind: 'text', isRequired: true }],
    },
  },
} satisfies Record<string, SettingKeySchema>

/** A school that has set one key, while the district has locked another. */
export const makeSettingState = (change: Partial<SettingState> = {}): SettingState => ({
  type: 'training',
  orgId: '0190a0b0-0000-7000-8000-000000000001',
  orgName: '第01小学',
  value: { dayCap: 4, idle: 7200, needsProof: true, windows: [{ reason: '期末' }] },
  own: { dayCap: 4 },
  inherited: { dayCap: 8, idle: 7200, needsProof: true, windows: [{ reason: '期末' }] },
  source: {
    dayCap: { kind: 'own', orgId: '0190a0b0-0000-7000-8000-000000000001', orgName: '第01小学' },
    idle: { kind: 'fixed', orgId: '0190a0b0-0000-7000-8000-000000000002', orgName: '云禾区教育局' },
    needsProof: { kind: 'standard', orgId: null, orgName: '' },
    windows: { kind: 'above', orgId: '0190a0b0-0000-7000-8000-000000000002', orgName: '云禾区教育局' },
  },
  fixed: [{ key: 'idle', orgId: '0190a0b0-0000-7000-8000-000000000002', orgName: '云禾区教育局' }],
  fixedHere: [],
  tags: null,
  version: 3,
  schemaVersion: 1,
  mayEdit: true,
  mayFix: false,
  schema: {
    type: 'training',
    title: '培训记录',
    app: '培训',
    description: '怎样记学时。',
    isSecurity: false,
    schemaVersion: 1,
    keys: Object.values(keys),
  },
  updatedAt: '2026-11-15T06:00:00.000Z',
  updatedBy: '王强',
  ...change,
})
