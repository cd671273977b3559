import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { InvitationsDialog } from '#kernel/staff/web/index.ts'
import type { Administrator } from '../../contract.ts'
import { administratorsQuery, type inviteAdministrator } from '../administrator-queries.ts'
import { FirstAdministrator } from './first-administrator.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './administrators.module.css'

interface Invited {
  id: string
  name: string
  link: string
}

/** The administrators of an organisation. A department has none of its own, so nothing is shown. */
export default function Administrators({ id }: { id: string }) {
  const reading = administratorsQuery(id)
  const { data } = useQuery({ ...reading, retry: false })
  const client = useQueryClient()
  const toast = useToast()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const [leaving, setLeaving] = useState<Administrator>()
  if (!data) return null
  const refresh = () => void client.invalidateQueries({ queryKey: reading.queryKey })
  const tell = ({ userId, name, token }: Awaited<ReturnType<typeof inviteAdministrator>>) => {
    refresh()
    if (token) setInvited({ id: userId, name, link: `${location.origin}/login#invite=${token}` })
    else toast.success(`已将${name}设为管理员`)
  }
  return (
    <DetailSection
      title="管理员"
      aside={
        <Button type="link" size="small" onClick={() => setInviting(true)}>
          {data.length === 0 ? '从教职工中选' : '邀请管理员'}
        </Button>
      }
    >
      {data.length === 0 && <FirstAdministrator orgId={id} onInvited={tell} />}
      <ul className={styles['rows']}>
        {data.map((one) => (
          <Row key={one.userId} one={one} onRemove={() => setLeaving(one)} />
        ))}
      </ul>
      {leaving && (
        <RemoveDialog
          orgId={id}
          userId={leaving.userId}
          name={leaving.name}
          onRemoved={refresh}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {isInviting && <InviteDialog orgId={id} onClose={() => setInviting(false)} onInvited={tell} />}
      {invited && (
        <Suspense>
          <InvitationsDialog invited={[invited]} onClose={() => setInvited(undefined)} />
        </Suspense>
      )}
    </DetailSection>
  )
}

const Row = ({ one: { name, post, hasAccount }, onRemove }: { one: Administrator; onRemove: () => void }) => (
  <li className={styles['row']}>
    <span className={styles['words']}>
      {name}
      <span className={styles['about']}>{[post, !hasAccount && '未开通账号'].filter(Boolean).join('，')}</span>
    </span>
    <Button type="link" size="small" aria-label={`取消管理员 ${name}`} onClick={onRemove}>
      取消管理员
    </Button>
  </li>
)
