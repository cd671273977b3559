import { FileOutlined, SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { loadShell } from '../route-guards.ts'
import { paletteSources, paletteTitles } from '../web-modules.ts'
import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import { toHistoryState } from '../page-tags/personal-numbers.ts'
import { useTags } from '../page-tags/tag-store.ts'
import { getTagAddress } from '../page-tags/page-tags.ts'
import { listPaletteEntries } from './palette-entries.ts'
import { groupHits, type HitGroup } from './palette-hits.ts'
import { usePaletteSources } from './use-palette-sources.ts'
import styles from './palette.module.css'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Opens any page by a few letters of its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const { groups, isSearching, isNothing } = useGroups(keyword.trim())
  const hits = groups.flatMap((group) => group.hits)
  const chosen = hits[Math.min(at, hits.length - 1)]
  const open = useOpen(onClose)
  const type = (typed: string) => {
    setKeyword(typed)
    setAt(0)
  }
  const press = (event: KeyboardEvent) => {
    // Enter also confirms a word of an input method; that one is ignored.
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step !== undefined) setAt((Math.min(at, hits.length - 1) + step + hits.length) % Math.max(hits.length, 1))
    else if (event.key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Frame onClose={onClose}>
      <div className={styles['search']}>
        <Glyph of={SearchOutlined} />
        <input
          className={styles['field']}
          type="text"
          role="combobox"
          aria-label="搜索"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, chosen)}
          placeholder={`搜索${['菜单', ...paletteTitles].join('、')}，可输拼音首字母`}
          autoComplete="off"
          value={keyword}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
        />
        <button type="button" className={styles['close']} onClick={onClose}>
          关闭
        </button>
      </div>
      <Results id={listId} groups={groups} keyword={keyword.trim()} chosen={chosen} onOpen={open} />
      <p className={styles['foot']} role="status">
        {isSearching && hits.length === 0 ? '正在搜索' : isNothing ? '未找到相关结果' : <Keys />}
      </p>
    </Frame>
  )
}

const Keys = () => (
  <span className={styles['keys']} aria-hidden="true">
    <kbd>↑</kbd>
    <kbd>↓</kbd> 选择 <kbd>Enter</kbd> 打开 <kbd>Esc</kbd> 关闭
  </span>
)

/** Pages at once, and below them the results of the modules. */
function useGroups(keyword: string) {
  const { menu } = useRouteLoaderData<typeof loadShell>('shell')!
  const may = useMay()
  const { recent } = useTags()
  const { pathname } = useLocation()
  const entries = useMemo(() => listPaletteEntries(menu), [menu])
  // Computed once: permissions do not change while the palette is open.
  const [sources] = useState(() => paletteSources.filter(({ permission }) => !permission || may(permission)))
  const { groups, isSearching } = usePaletteSources(sources, keyword)
  const before = recent.filter((path) => path !== pathname)
  const found = [...groupHits(entries, before, keyword), ...groups]
  const isNothing = keyword !== '' && !isSearching && found.length === 0
  return {
    groups: isNothing && may(pupils.permission) ? [createStudentSearch(keyword)] : found,
    isSearching,
    isNothing,
  }
}

const pupils = { permission: 'student.read', to: '/baseData/Student' }

/** Shown when nothing was found: the list of pupils also searches those who have left. */
const createStudentSearch = (keyword: string): HitGroup => ({
  title: '其他',
  hits: [
    {
      id: 'pupils',
      title: '在学生中搜索',
      about: `“${keyword}”`,
      icon: SearchOutlined,
      to: pupils.to,
      keyword,
    },
  ],
})

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const toast = useToast()
  return (hit: PaletteHit) => {
    // First: browsers only open windows during a click or key press.
    const opening = hit.open?.()
    onClose()
    if (hit.to !== undefined) {
      hit.before?.()
      const state = hit.keyword && toHistoryState(new URLSearchParams({ keyword: hit.keyword }).toString())
      const to = hit.keyword ? hit.to : getTagAddress(useTags.getState(), hit.to, pathname)
      void navigate(to, state ? { state } : {})
    }
    opening?.then(
      (message) => message && toast.error(message),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  }
}

function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the dialog leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  return (
    // A click beside the dialog lands on the dialog element itself; keyboard users have Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['palette']}
      aria-label="搜索"
      onClick={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles['inside']}>{children}</div>
    </dialog>
  )
}

const optionId = (listId: string, { id }: PaletteHit) => `${listId}-${id}`

interface ResultsProps {
  id: string
  groups: readonly HitGroup[]
  keyword: string
  chosen: PaletteHit | undefined
  onOpen: (hit: PaletteHit) => void
}

function Results({ id, groups, keyword, chosen, onOpen }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} role="listbox" aria-label="搜索结果" className={styles['list']}>
      {groups.map(({ title, hits }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={styles['group']} aria-hidden="true">
            {title}
          </p>
          {hits.map((hit) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
            <div
              key={hit.id}
              id={optionId(id, hit)}
              role="option"
              tabIndex={-1}
              className={styles['hit']}
              aria-selected={hit === chosen}
              onClick={() => onOpen(hit)}
            >
              <Glyph of={hit.icon ?? FileOutlined} />
              <span className={styles['name']}>
                {splitHighlights(hit.title, keyword).map(({ text, isHit }) =>
                  isHit ? <mark key={text}>{text}</mark> : text,
                )}
              </span>
              <span className={styles['about']}>{hit.about}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
