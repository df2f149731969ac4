export const main = async () => {}
