import { late } from '#packages/web/light/late.tsx'
import type { CaptchaState } from '../../forms/use-captcha.ts'

const CaptchaQuestion = late(() => import('./captcha-question.tsx').then((loaded) => loaded.CaptchaQuestion))

/** Nothing, until the server asks. */
export const CaptchaRow = ({ captcha }: { captcha: CaptchaState }) =>
  captcha.kind && <CaptchaQuestion captcha={captcha} kind={captcha.kind} />
