/** Asks for one file of these kinds; undefined where none is chosen. */
export const pickFile = (accept: string): Promise<File | undefined> =>
  new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.onchange = () => done(input.files?.[0])
    input.oncancel = () => done(undefined)
    input.click()
  })
