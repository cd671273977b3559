import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './search-box.module.css'

interface Props {
  onSearch: (typed: string) => void
  /** The list below, if there is one, and its active row. */
  list: { id: string; activeId: string | undefined } | undefined
  onMove: (step: 1 | -1) => void
  onEnter: () => void
}

/** One field for names and initials. The focus stays here; the arrow keys move through the list below. */
export function SearchBox({ onSearch, list, onMove, onEnter }: Props) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const type = (text: string) => {
    setTyped(text)
    // Letters of an unfinished input method composition are not a keyword yet.
    if (!isComposing.current) onSearch(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if ((!list && step) || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step) onMove(step)
    else onEnter()
  }
  const clear = () => {
    type('')
    field.current?.focus()
  }
  return (
    <div className={styles['box']}>
      <Glyph of={SearchOutlined} />
      <input
        ref={field}
        data-first
        className={styles['input']}
        role="combobox"
        aria-label="搜索学校"
        aria-expanded={list !== undefined}
        aria-controls={list?.id}
        aria-activedescendant={list?.activeId}
        aria-autocomplete="list"
        placeholder="学校名称或拼音首字母"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={({ currentTarget }) => {
          isComposing.current = false
          type(currentTarget.value)
        }}
        onKeyDown={press}
      />
      {typed && (
        <button type="button" className={styles['clear']} aria-label="清空" onClick={clear}>
          <Glyph of={CloseCircleFilled} />
        </button>
      )}
    </div>
  )
}
