import { useMemo, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import type { SharedAction, SharedList } from '#packages/web/core/list/list-spec.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { PhoneList } from '#packages/web/light/list/phone-list.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { isInLayer } from '#packages/web/light/use-back-key.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { FlowOfRecord } from '#kernel/approval/web/api.ts'
import { leaveApi, type OwnLeave } from '../../contract.ts'
import { calendarPath, leavePath } from '../leave-paths.ts'
import { formatExpiry } from '../leave-text.ts'
import { ownLeaveList, type OpenLeave } from '../own-leave-list.ts'
import { LeaveRequest, type RequestTarget } from './leave-request.tsx'
import styles from './my-leave.module.css'

/** A request that is no longer new opens in the form from its sheet. */
const createFormActions = (open: (target: RequestTarget) => void): SharedAction<OwnLeave & Partial<OpenLeave>>[] =>
  (
    [
      ['change', '变更'],
      ['edit', '修改'],
    ] as const
  ).map(([kind, label]) => ({
    key: kind,
    label,
    permission: 'staff',
    isPrimary: kind === 'edit',
    when: ({ leave }) => leave?.may.includes(kind) ?? false,
    run: async (_, [row]) => open({ kind, id: row!.id }),
    done: () => '',
  }))

const readTarget = (): RequestTarget | undefined =>
  new URLSearchParams(location.search).get('fill') === 'new' ? { kind: 'new' } : undefined

/** 我的请假: what is left, the own requests, and the form. */
export default function MyLeave() {
  const [target, setTarget] = useState(readTarget)
  const { showMessage, toast } = useToast()
  const list = useMemo<SharedList<OwnLeave, OpenLeave>>(
    () => ({ ...ownLeaveList, actions: [...createFormActions(setTarget), ...ownLeaveList.actions!] }),
    [],
  )
  const close = () => {
    // The list is at the plain address: a reload does not open the form again. The form's own entry is left first.
    const write = () => history.replaceState(history.state, '', leavePath)
    if (isInLayer()) window.addEventListener('popstate', write, { once: true })
    else write()
    setTarget(undefined)
  }
  if (target)
    return (
      <LeaveRequest
        target={target}
        onClose={close}
        onDone={() => {
          close()
          showMessage('已提交，等待审批')
        }}
      />
    )
  return (
    <PhoneList
      list={list}
      title="我的请假"
      back={staffHome}
      help="my-leave"
      lead={() => <Balances />}
      below={(row) => 'leave' in row && row.leave.flowId && <FlowOfRecord flowId={row.leave.flowId} />}
      deskUrl={leavePath}
      dock={
        <>
          {toast}
          <Foot>
            <Button size="task" onClick={() => setTarget({ kind: 'new' })}>
              请假
            </Button>
          </Foot>
        </>
      }
    />
  )
}

/** What is left of the types with a balance, and the way to the calendar. */
function Balances() {
  const { answer, again } = useLoaded('balance', () => call(leaveApi.balance))
  return (
    <>
      {answer === 'failed' && <InlineLoadError onRetry={again} />}
      {answer && answer !== 'failed' && answer.length > 0 && (
        <Card>
          <ul className={styles['balances']} aria-label="假期余额">
            {answer.map((balance) => (
              <li key={balance.typeId}>
                <span className={styles['name']}>{balance.name}</span>
                <strong>{balance.days} 天</strong>
                <span className={styles['expiry']}>{formatExpiry(balance)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <LinkList>
        <LinkRow label="请假日历" note="本周谁在请假" href={calendarPath} />
      </LinkList>
    </>
  )
}
