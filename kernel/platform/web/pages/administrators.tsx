import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { RowAction } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { administratorStates, platformApi, type Administrator } from '../../contract.ts'
import { showInvitation, showOneTimePassword } from '../invitation-dialog.tsx'
import { getOnlyId, platformKey, rowIcon } from '../list-parts.tsx'

const look = createStatusLook(administratorStates)
const single = { permission: 'platform', isSingle: true } as const

const stateAction = (isDisabled: boolean, label: string): RowAction<Administrator> => ({
  key: label,
  label,
  ...single,
  isDanger: isDisabled,
  when: ({ status }) => status === (isDisabled ? 'active' : 'disabled'),
  whyNot: ({ isSelf }) => (isSelf ? '不能停用自己' : undefined),
  run: async (targets) => {
    await call(platformApi.setAdministratorState, { body: { id: getOnlyId(targets), isDisabled } })
  },
  done: () => `已${label}平台管理员`,
})
const resetAction: RowAction<Administrator> = {
  key: 'reset',
  label: '重置动态口令',
  ...single,
  isDanger: true,
  when: ({ hasTotp }) => hasTotp,
  whyNot: ({ isSelf }) => (isSelf ? '请由其他平台管理员操作' : undefined),
  run: async (targets) => {
    await call(platformApi.resetAdministratorFactors, { body: { id: getOnlyId(targets) } })
  },
  done: () => '已重置，下次登录重新设置',
}

const passwordAction: RowAction<Administrator> = {
  key: 'password',
  label: '重置密码',
  ...single,
  isDanger: true,
  when: ({ status }) => status === 'active',
  whyNot: ({ isSelf }) => (isSelf ? '请在“账号安全”里修改' : undefined),
  run: async (targets) => {
    const body = { id: getOnlyId(targets) }
    const { oneTimePassword } = await call(platformApi.resetAdministratorPassword, { body })
    showOneTimePassword(oneTimePassword)
  },
  done: () => '已重置，下次登录须改密码',
}

/** An invitation needs no form: whoever opens the link chooses the name. */
function Invite() {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const client = useQueryClient()
  const invite = async () => {
    setBusy(true)
    try {
      showInvitation('新的平台管理员', (await call(platformApi.inviteAdministrator)).url)
      await client.invalidateQueries({ queryKey: platformKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="primary" loading={busy} onClick={() => void invite()}>
      邀请平台管理员
    </Button>
  )
}

const Administrators = defineListPage<Administrator>({
  key: 'platform:administrators',
  queryKey: platformKey,
  noun: { name: '平台管理员', measure: '名' },
  note: <Invite />,
  page: () => queryOf(platformKey, platformApi.administrators),
  name: {
    title: '用户名',
    of: ({ name, isSelf }) => (isSelf ? `${name}（本人）` : name),
    isOff: ({ status }) => status === 'disabled',
    width: 200,
    icon: rowIcon(SafetyCertificateOutlined),
  },
  columns: [
    col.text({
      key: 'totp',
      title: '动态口令',
      width: 120,
      card: 'kind',
      of: ({ hasTotp }) => (hasTotp ? '已设置' : '未设置'),
    }),
    col.date({
      key: 'signedInAt',
      of: (row) => row.signedInAt,
      title: '最近登录',
      width: 160,
      hasTime: true,
      card: 'fact',
    }),
    col.date({ key: 'createdAt', of: (row) => row.createdAt, title: '开通日期', width: 120, dropAt: 2 }),
    col.status({ key: 'status', title: '状态', width: 96, card: 'tag', of: ({ status }) => look(status) }),
  ],
  actions: [passwordAction, resetAction, stateAction(true, '停用'), stateAction(false, '启用')],
  empty: { title: '还没有平台管理员' },
})

/** /platform/administrators. */
export default function AdministratorsPage() {
  return (
    <>
      <Administrators />
      <DialogHost />
    </>
  )
}
