import { barUrls, ownUrls } from '../shell-urls.ts'

export type KeyAction =
  | { does: 'palette' | 'keys' | 'closeTag' | 'awaitSecond' }
  | { does: 'openTag'; at: number }
  | { does: 'go'; to: string }

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface KeyContext {
  isTyping: boolean
  /** Whether single-letter shortcuts are enabled. */
  areLettersOn: boolean
  /** `g` was pressed just before. */
  isAfterG: boolean
}

const urlsAfterG: Readonly<Record<string, string>> = { h: '/', a: ownUrls.allMenus, m: barUrls.messages }

/** Matches by key position where Alt changes the character, otherwise by character. */
export function findKeyAction(
  { key, code, ctrlKey, metaKey, altKey }: PressedKey,
  now: KeyContext,
): KeyAction | undefined {
  const letter = key.toLowerCase()
  if ((ctrlKey || metaKey) && !altKey) return letter === 'k' ? { does: 'palette' } : undefined
  if (altKey) {
    const digit = /^Digit([1-9])$/.exec(code)?.[1]
    if (digit) return { does: 'openTag', at: Number(digit) - 1 }
    return code === 'KeyW' ? { does: 'closeTag' } : undefined
  }
  if (now.isTyping || !now.areLettersOn) return undefined
  const to = now.isAfterG ? urlsAfterG[letter] : undefined
  if (to) return { does: 'go', to }
  if (letter === 'g') return { does: 'awaitSecond' }
  return key === '?' ? { does: 'keys' } : undefined
}
