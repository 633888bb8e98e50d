#if NETSTANDARD2_0
namespace System.Diagnostics
{
    /// <summary>Hides a member from stack traces. Runtimes that do not recognise the attribute ignore it.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method | AttributeTargets.Constructor | AttributeTargets.Struct, Inherited = false)]
    internal sealed class StackTraceHiddenAttribute : Attribute;
}

namespace System.Diagnostics.CodeAnalysis
{
    /// <summary>Coverage collectors recognise this attribute by its name.</summary>
    [AttributeUsage(AttributeTargets.Assembly)]
    internal sealed class ExcludeFromCodeCoverageAttribute : Attribute;

    [AttributeUsage(AttributeTargets.Method, Inherited = false)]
    internal sealed class DoesNotReturnAttribute : Attribute;

    [AttributeUsage(AttributeTargets.Parameter, Inherited = false)]
    internal sealed class NotNullWhenAttribute(bool returnValue) : Attribute
    {
        public bool ReturnValue => returnValue;
    }
}
#endif
