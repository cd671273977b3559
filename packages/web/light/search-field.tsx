import { useState, type FormEvent } from 'react'
import { Button } from './button.tsx'
import styles from './search-field.module.css'

interface Props {
  placeholder?: string | undefined
  /** What is searched for when the field appears. */
  initial?: string
  onSearch: (keyword: string) => void
}

/** A field and a button; the cross of the field empties the search at once. */
export function SearchField({ placeholder, initial = '', onSearch }: Props) {
  const [text, setText] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React also sends the event to a form around the sheet in which this stands.
    event.stopPropagation()
    onSearch(text.trim())
  }
  return (
    <form className={styles['search']} role="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="搜索"
        enterKeyHint="search"
        maxLength={50}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          if (target.value === '') onSearch('')
        }}
      />
      <Button kind="tint" size="small" type="submit">
        搜索
      </Button>
    </form>
  )
}
