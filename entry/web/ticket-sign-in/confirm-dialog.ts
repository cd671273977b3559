import '#packages/web/core/base.css'
import { watchAppearance } from '#packages/web/core/appearance.ts'
import styles from './confirm-dialog.module.css'

interface ConfirmDialogOptions {
  title: string
  message: string
  confirmLabel: string
  cancelLabel?: string
}

/** Shown before either root is loaded, so it is built without React. Escape means no. */
export function showConfirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel,
}: ConfirmDialogOptions): Promise<boolean> {
  watchAppearance()
  // The page did start: it only waits for an answer.
  document.getElementById('floor')?.remove()
  const dialog = createElement('dialog', styles['dialog']!)
  const heading = createElement('h2', styles['title']!, title)
  heading.id = 'question'
  dialog.setAttribute('aria-labelledby', heading.id)
  const buttons = createElement('div', styles['buttons']!)
  dialog.append(heading, createElement('p', styles['words']!, message), buttons)
  document.body.append(dialog)
  return new Promise((answer) => {
    const end = (isConfirmed: boolean) => {
      dialog.close()
      dialog.remove()
      answer(isConfirmed)
    }
    const button = (label: string, kind: string, isConfirmed: boolean) => {
      const made = createElement('button', `${styles['button']} ${styles[kind]}`, label)
      made.addEventListener('click', () => end(isConfirmed))
      buttons.append(made)
      return made
    }
    if (cancelLabel) button(cancelLabel, 'plain', false)
    const main = button(confirmLabel, 'primary', true)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (cancelLabel) end(false)
    })
    dialog.showModal()
    main.focus()
  })
}

function createElement<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
