import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import styles from './logo-picker.module.css'

/** A built-in icon; its colour comes from the category. */
export const LogoPicker = ({ control, name, value, onChange }: ControlProps) => (
  <div id={control.id} className={styles['logos']} role="radiogroup" aria-labelledby={getLabelId(control.id)}>
    {Object.entries(namedGlyphs).map(([logo, icon], at) => (
      <label key={logo} className={styles['logo']} title={`图标 ${at + 1}`}>
        <input
          type="radio"
          name={name}
          value={logo}
          aria-label={`图标 ${at + 1}`}
          checked={value === logo}
          onChange={() => onChange(logo)}
        />
        <Glyph of={icon} />
      </label>
    ))}
  </div>
)
