import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { invitationChannels, type InvitationChannel, type InvitationPreview } from '../../contract.ts'
import { createInvitationLinks, previewInvitations, sendInvitations, type InvitationLink } from '../invitations.ts'
import { staffKey } from '../staff-queries.ts'
import { InvitationsDialog } from './invitations-dialog.tsx'
import styles from './invitations-dialog.module.css'

interface Props {
  ids: readonly string[]
  onClose: () => void
}

type Sent = Awaited<ReturnType<typeof sendInvitations>>
type Person = InvitationPreview[number]

const channels = Object.keys(invitationChannels) as InvitationChannel[]
const filterReachable = (people: readonly Person[], channel: InvitationChannel) =>
  people.filter((person) => !person.obstacle && !person[channel])

/** Previews recipients and obstacles, then invites by SMS, by DingTalk, or with codes and slips to hand over. */
export function InviteDialog({ ids, onClose }: Props) {
  const reading = { queryKey: [...staffKey, 'invite-preview', ids], queryFn: () => previewInvitations(ids) }
  const { data, error, refetch } = useQuery({ ...reading, gcTime: 0, staleTime: Infinity })
  const client = useQueryClient()
  const { isBusy, refusal, send } = useSubmit()
  const [links, setLinks] = useState<readonly InvitationLink[]>()
  const [sent, setSent] = useState<Sent>()
  const close = () => {
    onClose()
    if (links ?? sent) void client.invalidateQueries({ queryKey: staffKey })
  }
  if (links) return <InvitationsDialog invited={links} onClose={close} />
  if (sent) return <SentDialog sent={sent} onClose={close} />
  const able = data?.filter(({ obstacle }) => !obstacle) ?? []
  return (
    <Dialog
      title="邀请开通账号"
      size="form"
      busy={isBusy}
      onClose={close}
      foot={
        data && able.length === 0 ? (
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        ) : (
          <>
            {channels.map((channel) => (
              <SendButton
                key={channel}
                channel={channel}
                able={able}
                isBusy={isBusy}
                onSend={() => {
                  const to = filterReachable(able, channel).map(({ id }) => id)
                  return void send(async () => setSent(await sendInvitations(to, channel)))
                }}
              />
            ))}
            <Button
              type="primary"
              loading={isBusy}
              disabled={able.length === 0}
              onClick={() => void send(async () => setLinks(await createInvitationLinks(able.map(({ id }) => id))))}
            >
              {able.length > 1 ? '二维码和邀请单' : '显示二维码'}
            </Button>
          </>
        )
      }
    >
      <ErrorNote message={refusal} />
      {error && !data ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <People people={data} />
      )}
    </Dialog>
  )
}

interface SendProps {
  channel: InvitationChannel
  able: readonly Person[]
  isBusy: boolean
  onSend: () => void
}

/** Shows the number of reachable people; the tooltip says why there are none. */
function SendButton({ channel, able, isBusy, onSend }: SendProps) {
  const count = filterReachable(able, channel).length
  const why = count === 0 ? able[0]?.[channel] : undefined
  const label = `发${invitationChannels[channel]}`
  return (
    <Button disabled={isBusy || count === 0} {...(why && { title: why })} onClick={onSend}>
      {able.length > 1 && count > 0 ? `${label}（${count} 人）` : label}
    </Button>
  )
}

function People({ people }: { people: readonly Person[] | undefined }) {
  if (!people) return <p className={styles['sum']}>正在核对…</p>
  const left = people.filter(({ obstacle }) => obstacle).length
  const sum = [`将邀请 ${people.length - left} 人`, left > 0 && `${left} 人不能邀请`].filter(Boolean).join('，')
  return (
    <>
      <p className={styles['sum']} role="status">
        {sum}
      </p>
      <ul className={styles['people']}>
        {people.map((person) => (
          <li key={person.id}>
            <strong>{person.name}</strong>
            <span className={styles['second']}>{person.mobile ? <MaskDots value={person.mobile} /> : '无手机号'}</span>
            <span className={person.obstacle ? styles['left'] : styles['second']}>{describeChannels(person)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The available channels of a person, or why there are none. */
function describeChannels(person: Person): string {
  if (person.obstacle) return person.obstacle
  const open = channels.filter((channel) => !person[channel]).map((channel) => invitationChannels[channel])
  const shut = channels.filter((channel) => person[channel])
  const reasons = shut.map((channel) => `${invitationChannels[channel]}：${person[channel]}`)
  return [`可用${[...open, '二维码'].join('、')}`, ...reasons].join('；')
}

function SentDialog({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const failed = sent.filter(({ reason }) => reason)
  return (
    <NoticeDialog title="邀请开通账号" onClose={onClose}>
      <p role="status">{`已发送 ${sent.length - failed.length} 人，7 天内有效。`}</p>
      {failed.map(({ id, name, reason }) => (
        <p key={id} className={styles['left']}>{`${name}未发送：${reason}`}</p>
      ))}
    </NoticeDialog>
  )
}
