import { Button, Input } from 'antd'
import { FormRow } from '#packages/web/desk/form-page.tsx'
import type { CaptchaState } from '../../light/sign-in/use-captcha.ts'
import styles from './captcha-row.module.css'

/** A picture to read, or a question in words for those who cannot see it: after too many mistakes. */
export function CaptchaRow({ captcha }: { captcha: CaptchaState }) {
  const { kind, question, failed, answer, setAnswer, error, ask } = captcha
  if (!kind) return null
  const isText = kind === 'text'
  return (
    <FormRow
      label="验证码"
      error={failed ? '验证码没有加载出来，请点“换一张”' : error}
      hint={isText ? question?.question : undefined}
    >
      {(control) => (
        <div className={styles['row']}>
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
          {!isText && question?.src && <img className={styles['picture']} src={question.src} alt="验证码图片" />}
          <Button type="link" onClick={() => void ask(kind)}>
            {isText ? '换一题' : '换一张'}
          </Button>
          <Button type="link" onClick={() => void ask(isText ? 'image' : 'text')}>
            {isText ? '换成图片' : '换成文字题'}
          </Button>
        </div>
      )}
    </FormRow>
  )
}
