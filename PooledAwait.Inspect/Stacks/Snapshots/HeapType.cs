using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>A type of objects of the heap, asked for once.</summary>
internal sealed class HeapType
{
    private readonly Lazy<TypeFields> _fields;
    private int[]? _followed;

    /// <param name="type">What the library knows of it; not kept.</param>
    /// <param name="name">With generic arguments.</param>
    /// <param name="ancestry">The names of the type and its bases.</param>
    /// <param name="modules">The assemblies.</param>
    /// <param name="fields">Asks for its fields.</param>
    public HeapType(ClrType type, string name, IReadOnlyList<string> ancestry, LoadedModules modules, Lazy<TypeFields> fields)
    {
        Name = name;
        Ancestry = ancestry;
        StaticSize = (uint)type.StaticSize;
        ComponentSize = (uint)type.ComponentSize;
        Token = type.MetadataToken;
        IsArrayOfReferences = type is { IsArray: true, ContainsPointers: true, ComponentSize: sizeof(ulong) };
        IsString = type.IsString;
        Kind = KindOf(ancestry);
        Module = Kind is ObjectKind.Machine or ObjectKind.PooledBox ? modules.Of(type.Module) : null;
        _fields = fields;
    }

    /// <summary>With generic arguments.</summary>
    public string Name { get; }

    /// <summary>The names of the type and its bases, without arguments, from itself on.</summary>
    public IReadOnlyList<string> Ancestry { get; }

    public ObjectKind Kind { get; }

    public int Token { get; }

    /// <summary>Where a machine or a pooled box is defined; null for other types.</summary>
    public LoadedModule? Module { get; }

    public uint StaticSize { get; }

    /// <summary>Of arrays and strings; else 0.</summary>
    public uint ComponentSize { get; }

    public bool IsArrayOfReferences { get; }

    public bool IsString { get; }

    /// <summary>Asked for the first time while the process is stopped.</summary>
    public TypeFields Fields => _fields.Value;

    /// <summary>The places of the references that lead on, from what is read to what has to be read for it.</summary>
    public int[] Followed => _followed ??= [.. FollowedFields.Of(this)];

    public bool Is(string ancestor) => Ancestry.Contains(ancestor);

    /// <param name="components">What the object says of its length; a string has one character more than it says, which ends it.</param>
    public ulong SizeOf(uint components) => (StaticSize + (ComponentSize * ((ulong)components + (IsString ? 1U : 0))) + 7) & ~7UL;

    private static ObjectKind KindOf(IReadOnlyList<string> ancestry)
    {
        foreach (var name in ancestry)
        {
            switch (name)
            {
                case "PooledAwait.Runtime.StateMachineBox":
                    return ObjectKind.PooledBox;
                case "System.Runtime.CompilerServices.AsyncTaskMethodBuilder+AsyncStateMachineBox":
                    return ObjectKind.DefaultBox;
                case "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder+StateMachineBox":
                    return ObjectKind.BaseLibraryPooledBox;
                case "System.Threading.Tasks.Task":
                    return ObjectKind.Task;
                case "System.Threading.Tasks.TaskCompletionSource":
                    return ObjectKind.TaskSource;
                case "System.Threading.SemaphoreSlim":
                    return ObjectKind.Semaphore;
                case "System.Threading.Channels.Channel":
                    return ObjectKind.Channel;
                case "PooledAwait.Runtime.WhenAnyPromise":
                    return ObjectKind.WhenAnyPromise;
                case "PooledAwait.Runtime.Relay":
                    return ObjectKind.Relay;
                case "System.Runtime.CompilerServices.Continuation":
                    return ObjectKind.RuntimeAsync;
            }
        }

        return ancestry.Count > 0 && IsMachine(ancestry[0]) ? ObjectKind.Machine : ObjectKind.Other;
    }

    /// <summary>As compilers name state machines; iterators that are not async are named so too, and have no builder.</summary>
    private static bool IsMachine(string name)
    {
        var own = name[(name.LastIndexOf('+') + 1)..];
        return (own.StartsWith('<') && own.Contains(">d", StringComparison.Ordinal)) || own.StartsWith(TypeName.VisualBasicMachine, StringComparison.Ordinal);
    }
}
