import { CloseCircleFilled, SearchOutlined, StarOutlined } from '@ant-design/icons'
import { useRef, type CompositionEvent } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { centreFilters, type CentreFilter } from '../centre-view.ts'
import styles from './centre-head.module.css'

interface Props {
  note: string
  filter: CentreFilter
  onFilter: (filter: CentreFilter) => void
  /** The text in the field; `isDone` is false during IME composition. */
  typed: string
  onType: (text: string, isDone: boolean) => void
  onConfigure: () => void
}

/** The title with its counts, the search field and the filter. */
export function CentreHead({ note, filter, onFilter, typed, onType, onConfigure }: Props) {
  const isPhone = usePhone()
  const configure = (
    <Button icon={<Glyph of={StarOutlined} />} onClick={onConfigure}>
      配置快捷方式
    </Button>
  )
  const choice = (
    <div className={styles['filters']} role="group" aria-label="显示范围">
      {Object.entries(centreFilters).map(([key, label]) => (
        <button
          key={key}
          type="button"
          className={styles['filter']}
          aria-pressed={key === filter}
          onClick={() => onFilter(key as CentreFilter)}
        >
          {label}
        </button>
      ))}
    </div>
  )
  const search = <SearchField typed={typed} onType={onType} />
  if (isPhone) {
    return (
      <div className={styles['phone']}>
        {/* On a phone the top bar shows the organisation instead of the page title. */}
        <h1 className={spoken['only']}>应用中心</h1>
        {search}
        {choice}
        <p className={styles['line']}>
          <span>{note}</span>
          {configure}
        </p>
      </div>
    )
  }
  return (
    <div className={styles['head']}>
      <ActionLine note={note}>
        {choice}
        {search}
        {configure}
      </ActionLine>
    </div>
  )
}

function SearchField({ typed, onType }: Pick<Props, 'typed' | 'onType'>) {
  const field = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const compose = ({ type, currentTarget }: CompositionEvent<HTMLInputElement>) => {
    isComposing.current = type !== 'compositionend'
    if (!isComposing.current) onType(currentTarget.value, true)
  }
  const clear = () => {
    onType('', true)
    field.current?.focus()
  }
  return (
    <div className={styles['search']} role="search">
      <Glyph of={SearchOutlined} />
      <input
        ref={field}
        data-search=""
        className={styles['field']}
        aria-label="搜索应用"
        placeholder="应用名称、拼音或首字母，如 qj"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        value={typed}
        onChange={({ target }) => onType(target.value, !isComposing.current)}
        onCompositionStart={compose}
        onCompositionEnd={compose}
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && typed && clear()}
      />
      {typed ? (
        <button type="button" className={styles['clear']} aria-label="清空" onClick={clear}>
          <Glyph of={CloseCircleFilled} />
        </button>
      ) : (
        <kbd className={styles['key']} aria-hidden="true">
          /
        </kbd>
      )}
    </div>
  )
}
