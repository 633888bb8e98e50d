#if NETSTANDARD2_0
namespace System.Diagnostics
{
    /// <summary>Runtimes that know this attribute leave the member out of stack traces; the others ignore the attribute.</summary>
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
