import { TextButton } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import type { CaptchaState } from '../../forms/use-captcha.ts'
import styles from './captcha-question.module.css'

/** A picture to read, or a question in text for users who cannot see it. */
export function CaptchaQuestion({ captcha, kind }: { captcha: CaptchaState; kind: 'image' | 'text' }) {
  const { question, failed, answer, setAnswer, error, field, loadQuestion } = captcha
  const isText = kind === 'text'
  const renew = isText ? '换一题' : '换一张'
  const other = isText ? 'image' : 'text'
  return (
    <div className={styles['row']} data-kind={kind}>
      <Field
        ref={field}
        label={isText && question ? question.question : '验证码'}
        icon={<ShieldIcon />}
        name="captcha"
        autoComplete="off"
        // The row appears because the server requires a captcha, so it is the next input.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        error={failed ? `验证码没有加载出来，请点“${renew}”` : error}
      />
      <span className={styles['other']}>
        <TextButton onClick={() => void loadQuestion(other)}>
          {isText ? '换成图片验证码' : '看不清？换成文字题'}
        </TextButton>
      </span>
      <div className={styles['side']}>
        {!isText && (
          <span className={styles['picture']}>{question?.src && <img src={question.src} alt="验证码图片" />}</span>
        )}
        <TextButton onClick={() => void loadQuestion(kind)}>{renew}</TextButton>
      </div>
    </div>
  )
}
