#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Access to the one thing of the base library's box that it does not clear by itself before it is used again: the captured
/// ExecutionContext.
/// </summary>
/// <remarks>
/// An idle box must not keep the AsyncLocal values of a request alive. The field is reached directly; a self-test at the first use
/// proves that it is the right one, and where it fails <see cref="IsSupported"/> is false and nothing here is used.
/// </remarks>
internal static class ResumptionContext
{
    /// <summary>
    /// False where the base library's box is not as expected, or where the runtimeconfig switch
    /// <c>PooledAwait.DisableResumptionBox</c> is true.
    /// </summary>
    public static readonly bool IsSupported =
        !(AppContext.TryGetSwitch("PooledAwait.DisableResumptionBox", out var disabled) && disabled) && PassesSelfTest();

    /// <summary>
    /// Where the field lies in the base library's box, which always has the same type. Written by the self-test: whatever finds the field
    /// proves the box's type anew at each call, which costs more than the store.
    /// </summary>
    private static nint s_offset;

    /// <summary>Makes the base library's box forget the context that it captured at the last suspension.</summary>
    /// <param name="box">What <see cref="CreateBox"/> returned, and nothing else.</param>
    public static void Clear(object box) => Context(box) = null;

    private static ref ExecutionContext? Context(object box) =>
        ref Unsafe.As<byte, ExecutionContext?>(ref Unsafe.AddByteOffset(ref FirstByte(box), s_offset));

    /// <summary>Where an object's fields begin.</summary>
    private static ref byte FirstByte(object box) => ref Unsafe.As<AnyObject>(box).FirstByte;

#if NET10_0_OR_GREATER
    private static nint FindOffset(object box) =>
        Unsafe.ByteOffset(ref FirstByte(box), ref Unsafe.As<ExecutionContext?, byte>(ref Find(box)));

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "Context")]
    private static extern ref ExecutionContext? Find(
        [UnsafeAccessorType("System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder`1+StateMachineBox" +
            "[[System.Threading.Tasks.VoidTaskResult, System.Private.CoreLib]], System.Private.CoreLib")]
        object box);
#else
    /// <remarks>Before .NET 10 no accessor can name the box's type; a reference to what reflection finds tells as well where it lies.</remarks>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Where trimming took the field, the self-test fails and it is not used.")]
    private static nint FindOffset(object box)
    {
        var field = TypedReference.MakeTypedReference(box, [box.GetType().GetField("Context") ?? throw new MissingFieldException()]);
        return Unsafe.ByteOffset(ref FirstByte(box), ref Unsafe.As<ExecutionContext?, byte>(ref __refvalue(field, ExecutionContext?)));
    }
#endif

    /// <summary>Makes the base library create its box for a resumption of <paramref name="owner"/>.</summary>
    /// <param name="builder">The builder that keeps it.</param>
    /// <param name="owner">The box to resume.</param>
    /// <returns>The base library's box, by its only public trace: the state that a value task source is handed.</returns>
    public static object CreateBox(ref PoolingAsyncValueTaskMethodBuilder builder, StateMachineBox owner)
    {
        var probe = new AwaitProbe();
        var awaiter = new ValueTask(probe, 0).GetAwaiter();
        var resumption = new Resumption(owner);
        builder.AwaitUnsafeOnCompleted(ref awaiter, ref resumption);
        return probe.State!;
    }

    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, the answer is not to use it.")]
    private static bool PassesSelfTest()
    {
        // With flow suppressed there would be no context to see captured; the caller finds it suppressed again.
        var suppressed = ExecutionContext.IsFlowSuppressed();
        if (suppressed)
        {
            ExecutionContext.RestoreFlow();
        }

        try
        {
            var builder = PoolingAsyncValueTaskMethodBuilder.Create();
            var box = CreateBox(ref builder, owner: null!);
            var captured = ExecutionContext.Capture();
            if (box is null || captured is null)
            {
                return false;
            }

            s_offset = FindOffset(box);
            if (!ReferenceEquals(Context(box), captured))
            {
                return false;
            }

            Clear(box);
            return Context(box) is null;
        }
        catch
        {
            return false;
        }
        finally
        {
            if (suppressed)
            {
                ExecutionContext.SuppressFlow();
            }
        }
    }

    private sealed class AnyObject
    {
        public byte FirstByte;
    }
}
#endif
