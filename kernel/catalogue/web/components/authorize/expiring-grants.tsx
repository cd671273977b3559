import { ClockCircleOutlined, KeyOutlined, StopOutlined } from '@ant-design/icons'
import { z } from 'zod'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction } from '#packages/web/desk/list/list-spec.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { relationTypes } from '../../../contract.ts'
import { expiringGrantPage, grantKey, extendGrants, type ExpiringGrant } from '../../grant-queries.ts'

const schema = z.object({ to: z.union([z.literal(''), z.iso.date('请填写日期')]) })
type Values = z.output<typeof schema>

const form: FormSpec<Values> = {
  schema,
  initial: () => ({ to: '' }),
  sections: [{ fields: [{ name: 'to', label: '截止日期', kind: 'date', hint: '留空表示长期有效' }] }],
}

const getGrantStatus = ({ isOver }: ExpiringGrant) =>
  isOver
    ? ({ tone: 'error', icon: StopOutlined, label: '已到期' } as const)
    : ({ tone: 'warning', icon: ClockCircleOutlined, label: '即将到期' } as const)

/** 到期授权: grants that end within thirty days or have ended. */
export const ExpiringGrants = defineListPage<ExpiringGrant>({
  key: 'catalogue:expiring',
  queryKey: grantKey,
  noun: { name: '授权', measure: '条' },
  note: '30 天内到期和已经到期的授权',
  page: expiringGrantPage,
  name: { title: '应用', of: ({ name }) => name, icon: () => <TileIcon of={KeyOutlined} size="row" />, width: 180 },
  columns: [
    col.text({ key: 'type', title: '对象', width: 80, card: 'fact', of: ({ type }) => relationTypes[type] }),
    col.text({ key: 'objectName', title: '授权给', width: 240, card: 'kind' }),
    col.date({ key: 'to', title: '截止日期', width: 128, card: 'fact', of: ({ to }) => to }),
    col.status({ key: 'isOver', title: '状态', width: 112, of: getGrantStatus }),
  ],
  actions: [
    formAction<ExpiringGrant, Values>({
      key: 'prolong',
      label: '延长',
      permission: 'app.grant',
      isPrimary: true,
      done: (count) => `已延长 ${count} 项授权`,
      createForm: () => form,
      run: async (targets, { to }) => void (await extendGrants(targets, to || null)),
    }),
  ],
  empty: { title: '没有快要到期的授权', text: '设了有效期的授权，到期前 30 天会出现在这里。' },
})
