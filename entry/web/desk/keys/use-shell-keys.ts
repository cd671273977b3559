import { useRef } from 'react'
import { areLetterKeysOn, isTyping } from '#packages/web/desk/letter-keys.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { showLayer } from '../shell/layers.tsx'
import type { Tags } from '../page-tags/page-tags.ts'
import type { TagActions } from '../page-tags/use-tag-actions.ts'
import { findKeyAction, type KeyAction } from './key-action.ts'

const secondWithinMs = 1_000

/** The shortcuts of every page. Dialogs have their own, and a page may handle a key first. */
export function useShellKeys(tags: Tags, front: string | undefined, actions: TagActions) {
  const afterG = useRef(0)
  const runAction = (done: KeyAction) => {
    switch (done.does) {
      case 'awaitSecond':
        afterG.current = Date.now()
        return
      case 'palette':
      case 'keys':
        return showLayer(done.does)
      case 'go':
        return actions.go(done.to)
      case 'openTag': {
        const tag = tags.tags[done.at]
        return tag && actions.go(tag.address)
      }
      case 'closeTag': {
        const tag = tags.tags.find(({ path }) => path === front)
        return tag && !tag.isPinned && actions.close([tag.path])
      }
    }
  }
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return
    const isAfterG = Date.now() - afterG.current < secondWithinMs
    afterG.current = 0
    const done = findKeyAction(event, { isTyping: isTyping(event.target), areLettersOn: areLetterKeysOn(), isAfterG })
    if (!done) return
    event.preventDefault()
    runAction(done)
  })
}
