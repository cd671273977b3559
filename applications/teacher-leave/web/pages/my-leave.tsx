import { CalendarOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { createDeskList } from '#packages/web/desk/list/desk-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { ListSpec } from '#packages/web/desk/list/list-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import type { LeaveBalance, OwnLeave } from '../../contract.ts'
import { changeAction, createLeaveColumns, listLeaveSections } from '../components/leave-detail.tsx'
import { createLeaveForm, getLeaveValues, submitLeave, type LeaveValues } from '../components/leave-form.tsx'
import { Ledger } from '../components/ledger.tsx'
import { balanceQuery, leaveKey } from '../leave-queries.ts'
import { formatExpiry } from '../leave-text.ts'
import { leaveActions, ownLeaveList, type OpenLeave } from '../own-leave-list.ts'
import styles from './my-leave.module.css'

const { detail, ...list } = createDeskList(ownLeaveList, {
  icon: () => <Glyph of={CalendarOutlined} />,
  headIcon: () => <TileIcon of={CalendarOutlined} size="head" />,
})
const isOpen = (row: OwnLeave): row is OpenLeave => 'leave' in row

const spec: ListSpec<OwnLeave, OpenLeave, LeaveValues> = {
  ...list,
  queryKey: leaveKey,
  columns: createLeaveColumns(list.columns),
  figures: <Balances />,
  create: {
    label: '请假',
    permission: 'staff',
    isLong: true,
    form: () => createLeaveForm('own'),
    send: '提交',
    submit: (values) => submitLeave(values),
    done: '已提交请假',
  },
  edit: {
    permission: 'staff',
    isLong: true,
    of: detail!.of,
    when: (row) => (isOpen(row) ? row.leave.may.includes('edit') : ['draft', 'sent-back'].includes(row.status)),
    form: ({ id }) => createLeaveForm('own', id),
    // The whole record is loaded first.
    known: (row) => getLeaveValues((row as OpenLeave).leave),
    send: '提交',
    submit: (values, { id }) => submitLeave(values, id),
    done: '已提交请假',
  },
  actions: [...leaveActions, changeAction],
  detail: { ...detail!, sections: ({ leave }) => listLeaveSections(leave) },
}

/** 我的请假. */
export default defineListPage(spec)

/** What is left of the types with a balance; each opens its ledger. */
function Balances() {
  const { data } = useQuery(balanceQuery)
  const [opened, setOpened] = useState<LeaveBalance>()
  if (!data || data.length === 0) return null
  return (
    <ul className={styles['balances']} aria-label="假期余额">
      {data.map((balance) => (
        <li key={balance.typeId}>
          <button type="button" onClick={() => setOpened(balance)}>
            {balance.name}
            <strong>{balance.days} 天</strong>
            <span>{formatExpiry(balance)}</span>
          </button>
        </li>
      ))}
      {opened && (
        <NoticeDialog
          title={`${opened.name}余额明细`}
          size="form"
          closeLabel="关闭"
          onClose={() => setOpened(undefined)}
        >
          <Ledger userId={null} typeId={opened.typeId} />
        </NoticeDialog>
      )}
    </ul>
  )
}
