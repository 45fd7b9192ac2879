import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WordFields } from './word-fields.tsx'

/** The English fields of an English page, for a product with this Thai name. */
function fields(nameTh: string): string {
  return renderToString(
    <WordFields
      language="en"
      field={(name) => ({
        name,
        label: name,
        defaultValue: name === 'nameTh' ? nameTh : '',
        error: undefined,
        readOnly: false,
        onInput: () => {},
      })}
      onName={() => {}}
    />,
  )
}

test('asks for an English name only where there is no Thai one', () => {
  expect(fields('')).toContain('required=""')
  expect(fields('ขนมปัง')).not.toContain('required=""')
})
