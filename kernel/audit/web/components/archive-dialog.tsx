import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { ArchiveRequest, LogArchive } from '../../contract-archive.ts'
import { archiveKeyOf, archiveQuery, getSearchedWord, searchArchive, type SearchedLog } from '../archive-queries.ts'
import { describeSearch } from './archive-note.tsx'
import styles from './operation-facts.module.css'

interface Props {
  log: SearchedLog
  onClose: () => void
}

/** Chooses an archived month and a word; a task searches, and the earlier searches are opened here. */
export default function ArchiveDialog({ log, onClose }: Props) {
  const { data } = useQuery(archiveQuery(log))
  if (!data) return null
  if (data.months.length === 0)
    return (
      <NoticeDialog title="检索归档" closeLabel="关闭" onClose={onClose}>
        <p>还没有归档的日志。日志超过保存期后按月归档。</p>
      </NoticeDialog>
    )
  return <SearchDialog log={log} archive={data} onClose={onClose} />
}

function SearchDialog({ log, archive, onClose }: Props & { archive: LogArchive }) {
  const toast = useToast()
  const client = useQueryClient()
  const setParams = useSetParams()
  const [form] = useState(() => createForm(log, archive.months))
  const open = (id: string) => {
    setParams({ archive: id })
    onClose()
  }
  return (
    <FormDialog
      title="检索归档"
      submitLabel="检索"
      lead={archive.searches.length > 0 && <Searches searches={archive.searches} onOpen={open} />}
      form={form}
      onClose={onClose}
      submit={async ({ month, keyword }) => {
        const { message } = await searchArchive(log, { ...getDaysOfMonth(month), keyword })
        toast.success(message)
        await client.invalidateQueries({ queryKey: archiveKeyOf(log) })
      }}
    />
  )
}

/** The searches of the last week. */
const Searches = ({ searches, onOpen }: { searches: readonly ArchiveRequest[]; onOpen: (id: string) => void }) => (
  <section aria-label="最近的检索">
    <h3 className={styles['heading']}>最近的检索</h3>
    <ul className={styles['objects']}>
      {searches.map((search) => (
        <li key={search.id}>
          <span>{describeSearch(search)}</span>
          {search.isDone ? (
            <Button type="link" size="small" onClick={() => onOpen(search.id)}>
              查看
            </Button>
          ) : (
            <span>正在检索</span>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const values = z.object({
  month: z.string().min(1, '请选择月份'),
  keyword: z.string().trim().max(100, '不超过100字'),
})
type Values = z.output<typeof values>

const createForm = (log: SearchedLog, months: readonly string[]): FormSpec<Values> => ({
  schema: values,
  initial: () => ({ month: months[0]!, keyword: '' }),
  sections: [
    {
      fields: [
        {
          name: 'month',
          label: '月份',
          kind: 'select',
          required: true,
          options: months.map((month) => ({ value: month, label: month })),
        },
        {
          name: 'keyword',
          label: '查找',
          kind: 'text',
          placeholder: getSearchedWord(log),
          hint: '最多显示最近的100条。',
        },
      ],
    },
  ],
})

function getDaysOfMonth(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}
