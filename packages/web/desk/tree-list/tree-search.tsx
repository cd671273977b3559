import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Glyph } from '../glyph.tsx'
import { useLate } from '../use-late.ts'
import type { NodeActions } from './node-actions.ts'
import type { TreeSpec } from './tree-list-spec.ts'
import { TreePane } from './tree-pane.tsx'
import { useDebounced } from './use-debounced.ts'
import type { TreeState } from './use-tree.ts'
import styles from './tree-search.module.css'

interface Props {
  spec: Pick<TreeSpec, 'title' | 'search'>
  tree: TreeState
  onChoose: (id: string) => void
  nodeActions?: NodeActions | undefined
}

/** The tree, or the results of a search in it. */
export function TreeSearch({ spec, tree, onChoose, nodeActions }: Props) {
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const isLooking = text.trim() !== ''
  return (
    <div className={styles['frame']}>
      {spec.search && tree.roots.data && (
        <div className={styles['field']}>
          <Input
            aria-label={`搜索${spec.title}`}
            maxLength={50}
            placeholder={spec.search.placeholder}
            prefix={<Glyph of={SearchOutlined} />}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') return walk(event, 1)
              if (event.key !== 'Escape' || !isLooking) return
              event.preventDefault()
              setText('')
            }}
          />
        </div>
      )}
      {isLooking && spec.search ? (
        <Found
          search={spec.search}
          keyword={keyword}
          chosen={tree.chosen?.id}
          onChoose={(id) => {
            setText('')
            onChoose(id)
          }}
        />
      ) : (
        <div className={styles['tree']}>
          <TreePane title={spec.title} tree={tree} onChoose={onChoose} nodeActions={nodeActions} />
        </div>
      )}
    </div>
  )
}

/** Moves from the field to the results, between them, and back up to the field. */
function walk(event: KeyboardEvent<HTMLElement>, by: number) {
  const frame = event.currentTarget.closest(`.${styles['frame']}`)
  if (by === 0 || !frame) return
  event.preventDefault()
  const stops = [...frame.querySelectorAll<HTMLElement>('input, [data-found], [role=tree]')]
  stops[stops.indexOf(document.activeElement as HTMLElement) + by]?.focus()
}

interface FoundProps {
  search: NonNullable<TreeSpec['search']>
  keyword: string
  chosen: string | undefined
  onChoose: (id: string) => void
}

function Found({ search, keyword, chosen, onChoose }: FoundProps) {
  const query = useQuery({ ...search.find(keyword), enabled: keyword !== '' })
  const isLate = useLate(query.isPending)
  return (
    <div className={styles['tree']} aria-busy={query.isPending}>
      {/* The buttons inside handle the keys; the arrows move between them. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul onKeyDown={(event) => walk(event, { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)}>
        {query.data?.map(({ id, name, about }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['found']}
              data-found=""
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              <span>{name}</span>
              {about && <span className={styles['about']}>{about}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles['note']} role="status">
        {query.isError && getErrorMessage(query.error)}
        {isLate && '正在查找…'}
        {query.data?.length === 0 && '没有找到'}
      </p>
    </div>
  )
}
