import { expect, it } from 'vitest'
import { watchAppearance } from './appearance.ts'
import { setBigText } from './big-text.ts'
import { setThemeChoice } from './theme.ts'
import { getThemeChoice } from './theme-choice.ts'
import { colors, darkColors } from './tokens.ts'

it('shows the chosen theme at once, in usual and large text, and prints in the light one', () => {
  const deskThemes: boolean[] = []
  watchAppearance(({ isDark }) => void deskThemes.push(isDark))
  const root = document.documentElement
  const shown = () => [root.dataset['theme'], root.style.getPropertyValue('--card')]
  expect(getThemeChoice()).toBe('system')
  expect(shown()).toEqual(['light', colors.card])

  setThemeChoice('dark')
  expect(document.cookie).toContain('theme=dark')
  expect(shown()).toEqual(['dark', darkColors.card])

  window.dispatchEvent(new Event('beforeprint'))
  expect(shown()).toEqual(['light', colors.card])
  window.dispatchEvent(new Event('afterprint'))
  expect(shown()).toEqual(['dark', darkColors.card])

  setBigText(true)
  expect(root.style.getPropertyValue('--text')).not.toBe(darkColors.text)
  setBigText(false)
  expect(root.style.getPropertyValue('--text')).toBe(darkColors.text)

  setThemeChoice('light')
  expect(shown()).toEqual(['light', colors.card])
  expect(deskThemes).toEqual([false, true, false, true, true, true, false])
})

it('follows the device unless the user has chosen', () => {
  setThemeChoice('system')
  watchAppearance()
  const device = (window as unknown as { happyDOM: { settings: { device: { prefersColorScheme: string } } } }).happyDOM
  const night = (is: boolean) => {
    device.settings.device.prefersColorScheme = is ? 'dark' : 'light'
    window.dispatchEvent(new Event('resize'))
  }
  night(true)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  setThemeChoice('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
  setThemeChoice('system')
  night(false)
  expect(document.documentElement.dataset['theme']).toBe('light')
})
