using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>The signature by which a function pointer is called.</summary>
internal sealed record CallSite(bool HasThis, FunctionPointerType Signature);
