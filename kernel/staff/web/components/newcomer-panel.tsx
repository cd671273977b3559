import { CheckCircleFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { InvitationLink } from '../invitations.ts'
import { sendInvitations } from '../invitations.ts'
import { assignableRolesQuery } from '../staff-queries.ts'
import { InvitationCode, LinkButtons } from './invitation-links.tsx'
import { InvitationSlips } from './invitation-slips.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import styles from './newcomer-panel.module.css'

interface Newcomer {
  id: string
  name: string
  orgId: string
  roleIds: readonly string[]
  hasMobile: boolean
  /** The invitation, if one was created. */
  invited: InvitationLink | undefined
  /** Why no invitation was created although it was requested. */
  refusal: string | undefined
}

const next = [
  { to: '/baseData/Teaching', label: '安排任课', permission: 'teaching.edit' },
  { to: '/baseData/Classes', label: '设班主任', permission: 'class.edit' },
]

/** The new staff member, and the usual next steps. */
export function NewcomerPanel({ newcomer, onClose }: { newcomer: Newcomer; onClose: () => void }) {
  const { id, name, orgId, roleIds, invited } = newcomer
  const may = useMay()
  const { data: choices } = useQuery(assignableRolesQuery(orgId, null))
  const roles = choices?.filter((role) => roleIds.includes(role.id)).map((role) => role.name)
  const openInviteDialog = () => {
    onClose()
    showDialog((close) => <InviteDialog ids={[id]} onClose={close} />)
  }
  return (
    <Dialog
      title={`${name}已建好`}
      size="form"
      onClose={onClose}
      foot={
        <>
          {invited ? (
            <InvitationButtons newcomer={newcomer} invited={invited} />
          ) : (
            may('user.reset') && <Button onClick={openInviteDialog}>发邀请</Button>
          )}
          <Button type="primary" data-first="" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <div className={styles['panel']}>
        <ul className={styles['done']}>
          <DoneLine text="资料已保存" />
          {roles && roles.length > 0 && <DoneLine text={`角色：${roles.join('、')}`} />}
          {invited && <DoneLine text="邀请已生成，7 天内有效" />}
        </ul>
        {newcomer.refusal && <p role="alert">{newcomer.refusal}</p>}
        {invited && (
          <>
            <InvitationCode name={name} link={invited.link} />
            <p className={styles['note']}>二维码只显示这一次；本人扫码后自行设置用户名和密码。</p>
            <InvitationSlips invited={[invited]} />
          </>
        )}
        <NextSteps onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** The next steps that the caller has permission for. */
function NextSteps({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const steps = next.filter(({ permission }) => may(permission))
  if (steps.length === 0) return null
  return (
    <p className={styles['next']}>
      接下来
      {steps.map(({ to, label }) => (
        <Link key={to} to={to} onClick={onClose}>
          {label}
        </Link>
      ))}
    </p>
  )
}

const DoneLine = ({ text }: { text: string }) => (
  <li>
    <Glyph of={CheckCircleFilled} />
    {text}
  </li>
)

/** Other ways to hand over the invitation: SMS to the new mobile, print, or copy. */
function InvitationButtons({ newcomer, invited }: { newcomer: Newcomer; invited: InvitationLink }) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const text = async () => {
    setBusy(true)
    try {
      const [sent] = await sendInvitations([newcomer.id], 'sms')
      if (sent && !sent.reason) toast.success('已发送短信邀请')
      else toast.error(sent?.reason ?? '短信邀请未发出')
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {newcomer.hasMobile && (
        <Button loading={isBusy} onClick={() => void text()}>
          发短信
        </Button>
      )}
      <LinkButtons invited={[invited]} />
    </>
  )
}
