import '#packages/web/core/base.css'
import { writeTokens } from '#packages/web/core/tokens.ts'
import styles from './ask.module.css'

interface Question {
  title: string
  words: string
  yes: string
  no?: string
}

/** Asks before either root is there, so it is drawn by hand. Whoever leaves it by Escape has said no. */
export function ask({ title, words, yes, no }: Question): Promise<boolean> {
  writeTokens(document.documentElement)
  // The page did start: it only waits for an answer.
  document.getElementById('floor')?.remove()
  const dialog = element('dialog', styles['dialog']!)
  const heading = element('h2', styles['title']!, title)
  heading.id = 'question'
  dialog.setAttribute('aria-labelledby', heading.id)
  const buttons = element('div', styles['buttons']!)
  dialog.append(heading, element('p', styles['words']!, words), buttons)
  document.body.append(dialog)
  return new Promise((answer) => {
    const end = (said: boolean) => {
      dialog.close()
      dialog.remove()
      answer(said)
    }
    const button = (label: string, kind: string, said: boolean) => {
      const made = element('button', `${styles['button']} ${styles[kind]}`, label)
      made.addEventListener('click', () => end(said))
      buttons.append(made)
      return made
    }
    if (no) button(no, 'plain', false)
    const main = button(yes, 'primary', true)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (no) end(false)
    })
    dialog.showModal()
    main.focus()
  })
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
