import { useId, useState, type FormEvent } from 'react'
import type { Reference } from '#packages/contract/entity/index.ts'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { LinkList, LinkRow } from '../row.tsx'
import { InlineLoadError, Skeleton } from '../state-notice.tsx'
import { FieldFrame } from '../text-field.tsx'
import { useRows } from './use-rows.ts'
import styles from './entity-page.module.css'

/** One page of the rows that the caller may see and refer to. */
export type SearchReferences = (query: PageQuery & { keyword: string }) => Promise<Page<Reference>>

interface Props {
  label: string
  isOptional: boolean
  error: string | undefined
  hint: string | undefined
  value: unknown
  known: Reference | null | undefined
  search: SearchReferences
  onChange: (id: string | null) => void
}

/** A reference: a sheet searches the rows on the server. */
export function ReferenceField({ label, isOptional, error, hint, value, known, search, onChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Reference>()
  const shown = [chosen, known].find((one) => one?.id === value)
  const choose = (one: Reference | undefined) => {
    setChosen(one)
    setOpen(false)
    onChange(one?.id ?? null)
  }
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
      <button
        type="button"
        id={id}
        className={styles['reference']}
        data-wrong={error ? '' : undefined}
        aria-describedby={error || hint ? `${id}-below` : undefined}
        onClick={() => setOpen(true)}
      >
        {shown?.name ?? '请选择'}
      </button>
      {isOpen && (
        <BottomSheet title={`选择${label}`} onClose={() => setOpen(false)}>
          <Choices search={search} onChoose={choose} />
          {isOptional && value !== null && (
            <Button kind="plain" onClick={() => choose(undefined)}>
              不选
            </Button>
          )}
        </BottomSheet>
      )}
    </FieldFrame>
  )
}

function Choices({ search, onChoose }: { search: SearchReferences; onChoose: (one: Reference) => void }) {
  const list = useRows(async (query) => {
    const { items, ...counts } = await search(query)
    return { ...counts, items: items.map(({ id, name }) => ({ id, name })) }
  })
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    list.search(text.trim())
  }
  return (
    <>
      <form className={styles['search']} role="search" onSubmit={submit}>
        <input type="search" aria-label="搜索" value={text} onChange={({ target }) => setText(target.value)} />
        <Button kind="tint" size="small" type="submit">
          搜索
        </Button>
      </form>
      {!list.rows && !list.hasFailed && <Skeleton />}
      {list.hasFailed && <InlineLoadError onRetry={list.retry} />}
      {list.rows?.length === 0 && <p className={styles['facts']}>没有找到</p>}
      <LinkList>
        {(list.rows ?? []).map(({ id, name }) => (
          <LinkRow key={id} label={name as string} onClick={() => onChoose({ id, name: name as string })} />
        ))}
      </LinkList>
      {list.hasMore && (
        <Button kind="plain" busy={list.isLoading && '正在加载…'} onClick={list.loadMore}>
          更多
        </Button>
      )}
    </>
  )
}
