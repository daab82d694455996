/** A session that somebody left open gives no more people money (docs/product.md, 9.13). */
export const mostWithoutProof = 10;
