import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#packages/web/core/call.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { DetailPage } from '#packages/web/desk/detail-page/detail-page.tsx'
import type {
  DetailHead,
  DetailPageSection,
  DetailPageTab,
  ListPosition,
} from '#packages/web/desk/detail-page/detail-spec.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import {
  handoverApi,
  handoverReasons,
  handoverStatuses,
  itemStatuses,
  type HandoverCase,
  type HandoverDetail,
  type HandoverItem,
} from '../../contract.ts'
import { createOpenForm, forceFormSpec, successorForm } from '../handover-forms.tsx'
import { handoverKey, handoverQuery, type HandoverChoice } from '../handover-queries.ts'
import { PrintedSheet } from './printed-sheet.tsx'
import styles from './handover-page.module.css'

interface Props {
  asked: HandoverChoice
  position?: ListPosition | undefined
  onBack: () => void
}

const getCaseLook = createStatusLook(handoverStatuses)
const getItemLook = createStatusLook(itemStatuses)
const isOpenCase = (current: HandoverCase | null): current is HandoverCase =>
  current?.status === 'waiting' || current?.status === 'running'

type Opened =
  | { act: 'begin' | 'finish' | 'force' }
  | { act: 'choose'; items: readonly HandoverItem[]; what: string }
  | { act: 'head'; items: readonly HandoverItem[] }
type Refused = Awaited<ReturnType<typeof assign>>['refused']

const assign = (id: string, items: readonly HandoverItem[], to: string) =>
  call(handoverApi.assign, { body: { id, items: items.map(({ provider, ref }) => ({ provider, ref })), to } })

/** What somebody hands over, by kind, and to whom. */
export function HandoverPage({ asked, position, onBack }: Props) {
  const reading = handoverQuery(asked)
  const { data } = useQuery(reading)
  const [opened, setOpened] = useState<Opened>()
  const tabs: readonly DetailPageTab<HandoverDetail>[] = [
    { key: 'items', label: '交接', sections: (detail) => createSections(detail, setOpened) },
  ]
  return (
    <div className={styles['page']}>
      <div className={`${styles['back']} no-print`}>
        <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} title="Esc" onClick={onBack}>
          返回列表
        </Button>
      </div>
      <div className="no-print">
        <DetailPage reading={reading} head={createHead} tabs={tabs} position={position} />
      </div>
      {data && <PrintedSheet detail={data} />}
      {data && opened && <Dialogs detail={data} opened={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

const createHead = ({ name, orgName, departmentName, current }: HandoverDetail): DetailHead => {
  const look = current && getCaseLook(current.status)
  return {
    name,
    tags: look && (
      <StatusTag tone={look.tone} icon={look.icon}>
        {look.label}
      </StatusTag>
    ),
    facts: [
      [orgName, departmentName].filter(Boolean).join(' / '),
      ...(current ? [handoverReasons[current.reason], `最后工作日 ${current.dueOn}`] : []),
    ],
  }
}

type Open = (opened: Opened) => void

function createSections(detail: HandoverDetail, open: Open): readonly DetailPageSection[] {
  const isRunning = isOpenCase(detail.current)
  return [
    { title: '进度', body: <Progress detail={detail} open={open} /> },
    ...detail.groups.map(({ key, title, items }) => ({
      title,
      note: isRunning && <GroupButton title={title} items={items} open={open} />,
      body: (
        <ul className={styles['items']}>
          {items.map((item) => (
            <Item key={`${key} ${item.ref} ${item.status}`} item={item} isRunning={isRunning} open={open} />
          ))}
        </ul>
      ),
    })),
  ]
}

const listOpen = (items: readonly HandoverItem[]) => items.filter(({ status }) => status === 'open')

function GroupButton({ title, items, open }: { title: string; items: readonly HandoverItem[]; open: Open }) {
  const left = listOpen(items)
  if (left.length < 2) return null
  return (
    <Button size="small" type="link" onClick={() => open({ act: 'choose', items: left, what: title })}>
      整组交给…
    </Button>
  )
}

function Item({ item, isRunning, open }: { item: HandoverItem; isRunning: boolean; open: Open }) {
  const look = getItemLook(item.status)
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <p className={styles['title']}>{item.title}</p>
        {item.note && <p className={styles['note']}>{item.note}</p>}
      </div>
      {item.toName && <span className={styles['to']}>交给 {item.toName}</span>}
      <StatusTag tone={look.tone} icon={look.icon}>
        {look.label}
      </StatusTag>
      {isRunning && item.status === 'open' && (
        <Button
          size="small"
          aria-label={`交接${item.title}`}
          onClick={() => open({ act: 'choose', items: [item], what: item.title })}
        >
          交给…
        </Button>
      )}
    </li>
  )
}

function Progress({ detail, open }: { detail: HandoverDetail; open: Open }) {
  const { current, groups, head } = detail
  const items = groups.flatMap((group) => group.items)
  const left = listOpen(items)
  const done = items.length - left.length
  return (
    <div className={styles['progress']}>
      <Figures total={items.length} done={done} />
      {!current && <p className={styles['note']}>{describeBeginning(left.length)}</p>}
      {current && !isOpenCase(current) && <Closed detail={detail} />}
      {current === null && left.length > 0 && (
        <Button type="primary" onClick={() => open({ act: 'begin' })}>
          开始交接
        </Button>
      )}
      {isOpenCase(current) && (
        <div className={styles['buttons']}>
          {head && left.length > 0 && (
            <Button type="primary" onClick={() => open({ act: 'head', items: left })}>
              一键交给{head.name}
            </Button>
          )}
          {left.length > 0 && (
            <Button onClick={() => open({ act: 'choose', items: left, what: '全部未交接的工作' })}>全部交给…</Button>
          )}
          {left.length === 0 && (
            <Button type="primary" onClick={() => open({ act: 'finish' })}>
              完成交接
            </Button>
          )}
          <Button onClick={() => open({ act: 'begin' })}>修改原因和日期</Button>
          {left.length > 0 && (
            <Button danger onClick={() => open({ act: 'force' })}>
              强制完成
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const describeBeginning = (left: number) =>
  left === 0 ? '没有需要交接的工作，可以办理离岗或调动。' : '还没有开始交接。交接完成后，才能办理离岗或调动。'

const Figures = ({ total, done }: { total: number; done: number }) =>
  total > 0 && (
    <div className={styles['figures']}>
      <span>
        已交接 {done} / {total} 项
      </span>
      <ProgressBar label="交接进度" percent={(done / total) * 100} className={styles['bar']} />
    </div>
  )

const Closed = ({ detail: { closedBy, closedAt, forcedReason } }: { detail: HandoverDetail }) => (
  <p className={styles['note']}>
    {[closedBy || '系统', closedAt && formatDayTime(closedAt), forcedReason && `强制完成：${forcedReason}`]
      .filter(Boolean)
      .join('，')}
  </p>
)

function Dialogs({ detail, opened, onClose }: { detail: HandoverDetail; opened: Opened; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [refused, setRefused] = useState<Refused>([])
  const { current, userId, name, head } = detail
  const refresh = () => client.invalidateQueries({ queryKey: handoverKey })
  const hand = async (items: readonly HandoverItem[], to: string) => {
    const { handed, refused: left } = await assign(current!.id, items, to)
    if (handed > 0) toast.success(`已交接 ${handed} 项`)
    await refresh()
    if (left.length > 0) setRefused(left)
    else onClose()
  }
  if (refused.length > 0) return <RefusedItems refused={refused} onClose={onClose} />
  if (opened.act === 'begin') {
    return (
      <FormDialog
        title={`${current ? '修改交接' : '开始交接'}：${name}`}
        form={createOpenForm(userId)}
        initial={current ? { userId, reason: current.reason, dueOn: current.dueOn } : undefined}
        submitLabel={current ? '保存' : '开始交接'}
        submit={async ({ reason, dueOn }) => {
          await call(handoverApi.open, { body: { userId, reason, dueOn } })
          await refresh()
        }}
        onClose={onClose}
      />
    )
  }
  if (!current) return null
  if (opened.act === 'choose') {
    return (
      <FormDialog
        title={`交接：${opened.what}`}
        lead={opened.items.length > 1 && <p>{describeItems(opened.items)}</p>}
        form={successorForm}
        submitLabel="交接"
        submit={({ to }) => hand(opened.items, to!)}
        onSent={() => {}}
        onClose={onClose}
      />
    )
  }
  if (opened.act === 'head') {
    return (
      <ConfirmAction
        title={`交给${head?.name ?? ''}`}
        submitLabel={`交接（${opened.items.length} 项）`}
        submit={() => hand(opened.items, head!.userId)}
        onSent={() => {}}
        onClose={onClose}
      >
        <p>
          {name}未交接的工作都交给{head?.name}，{describeItems(opened.items)}。
        </p>
      </ConfirmAction>
    )
  }
  if (opened.act === 'force') {
    return (
      <FormDialog
        title={`强制完成：${name}`}
        form={forceFormSpec}
        isDanger
        submitLabel="强制完成"
        submit={async ({ reason }) => {
          await call(handoverApi.force, { body: { id: current.id, reason } })
          toast.success('已强制完成')
          await refresh()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmAction
      title={`完成交接：${name}`}
      submitLabel="完成交接"
      submit={() => call(handoverApi.finish, { body: { id: current.id } })}
      done="交接已完成"
      queryKey={handoverKey}
      onClose={onClose}
    >
      <p>所有工作都已交接，可以办理离岗或调动。</p>
    </ConfirmAction>
  )
}

const namedItems = 5
/** 共 7 项：九(1)班、家长绑定等. */
const describeItems = (items: readonly HandoverItem[]) =>
  `共 ${items.length} 项：${[...new Set(items.map(({ title }) => title))].slice(0, namedItems).join('、')}${items.length > namedItems ? '等' : ''}`

const RefusedItems = ({ refused, onClose }: { refused: Refused; onClose: () => void }): ReactNode => (
  <NoticeDialog title={`${refused.length} 项没有交接`} closeLabel="知道了" onClose={onClose}>
    {refused.map(({ title, reason }, at) => (
      // Two tasks may have the same title and reason.
      // eslint-disable-next-line react/no-array-index-key
      <p key={at}>
        {title}：{reason}
      </p>
    ))}
  </NoticeDialog>
)
