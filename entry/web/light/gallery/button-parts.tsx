import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { useDarkTheme } from '#packages/web/core/theme.ts'
import { colors, darkColors } from '#packages/web/core/tokens.ts'
import { Group } from './group.tsx'
import styles from './gallery.module.css'

const swatches = [
  ['primary', '主色', 'on-primary'],
  ['text', '正文', 'card'],
  ['textSecond', '次要', 'card'],
  ['page', '页面', 'text'],
  ['primaryTint', '提示', 'note-text'],
  ['success', '通过', 'on-primary'],
  ['warning', '提醒', 'on-primary'],
  ['error', '错误', 'on-primary'],
  ['count', '计数', 'on-count'],
] as const

const nothing = () => {}
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export function ButtonParts() {
  const shown = useDarkTheme() ? darkColors : colors
  return (
    <>
      <Group caption="按钮 48（主操作只有一个），小按钮 44">
        <Card>
          <div className={styles['buttons']}>
            <Button size="task" onClick={nothing}>
              提交报名
            </Button>
            <div className={styles['pair']}>
              <Button kind="plain" size="task" onClick={nothing}>
                上一步
              </Button>
              <Button kind="tint" size="task" onClick={nothing}>
                去选
              </Button>
            </div>
            <div className={styles['pair']}>
              <Button kind="withdraw" size="task" onClick={nothing}>
                撤销报名
              </Button>
              <Button size="task" busy="提交中…">
                提交
              </Button>
            </div>
            <div className={styles['line']}>
              <Button kind="tint" size="small" onClick={nothing}>
                签字
              </Button>
              <TextButton onClick={nothing}>修改</TextButton>
            </div>
          </div>
        </Card>
      </Group>
      <Group caption="安全决定 52；不寻常时顺序和颜色互换">
        <Card>
          <div className={styles['buttons']}>
            <Button size="safety" onClick={nothing}>
              数字相同，确认登录
            </Button>
            <Button kind="danger" size="safety" onClick={nothing}>
              不是我，取消登录
            </Button>
          </div>
        </Card>
      </Group>
      <Group caption="颜色，出自同一张表">
        <div className={styles['swatches']}>
          {swatches.map(([name, use, front]) => (
            <span
              key={name}
              className={styles['swatch']}
              style={{ background: `var(--${kebab(name)})`, color: `var(--${front})` }}
            >
              {shown[name]}
              <br />
              {use}
            </span>
          ))}
        </div>
      </Group>
    </>
  )
}
