using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using Tests.Weaving;

namespace Tests.Verification.Symbols;

/// <summary>Finds symbols that do not match the code of their assembly. Reads symbols in the portable PDB format, with the C# compiler's own records.</summary>
internal sealed class SymbolFaults
{
    private static readonly Guid s_stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");
    private static readonly Guid s_hoistedScopes = new("6DA9A61E-F8C7-4874-BE62-68BC5630DF71");

    private readonly PEFileReader _file;
    private readonly List<string> _faults = [];
    private readonly List<MethodDefinitionHandle> _stepped = [];
    private int _points;

    private SymbolFaults(PEFileReader file) => _file = file;

    public IReadOnlyList<string> Faults => _faults;

    /// <summary>The number of sequence points.</summary>
    public int Points => _points;

    /// <summary>The methods whose symbols have stepping records for awaits.</summary>
    public IReadOnlyList<string> Stepped => [.. _stepped.Select(Name)];

    public static SymbolFaults Of(PEFileReader file)
    {
        var faults = new SymbolFaults(file);
        if (file.Symbols.MethodDebugInformation.Count != file.Metadata.MethodDefinitions.Count)
        {
            faults._faults.Add(
                $"{file.Symbols.MethodDebugInformation.Count} methods in the symbols, {file.Metadata.MethodDefinitions.Count} in the assembly");
            return faults;
        }

        foreach (var method in file.Metadata.MethodDefinitions)
        {
            faults.Read(method);
        }

        return faults;
    }

    private void Read(MethodDefinitionHandle handle)
    {
        var definition = _file.Metadata.GetMethodDefinition(handle);
        if (definition.RelativeVirtualAddress == 0)
        {
            Require(_file.Symbols.GetMethodDebugInformation(handle).SequencePointsBlob.IsNil, handle, "lines without a body");
            return;
        }

        var body = _file.Image.GetMethodBody(definition.RelativeVirtualAddress);
        var starts = InstructionStarts.Of(body.GetILReader());
        var size = body.GetILReader().Length;
        ReadPoints(handle, body, starts);
        ReadScopes(handle, body, starts, size);
        foreach (var custom in _file.Symbols.GetCustomDebugInformation(handle).Select(_file.Symbols.GetCustomDebugInformation))
        {
            var kind = _file.Symbols.GetGuid(custom.Kind);
            if (kind == s_stepping)
            {
                ReadStepping(handle, body, starts, _file.Symbols.GetBlobReader(custom.Value));
            }
            else if (kind == s_hoistedScopes)
            {
                for (var scopes = _file.Symbols.GetBlobReader(custom.Value); scopes.RemainingBytes > 0;)
                {
                    var (start, length) = (scopes.ReadInt32(), scopes.ReadInt32());

                    // A field of the state machine has an empty range at offset 0 if the field holds no local.
                    Require(
                        (start, length) == (0, 0) || IsStretch(start, start + length, starts, size),
                        handle,
                        $"a hoisted local from {start:x4} over {length:x4} of {size:x4}");
                }
            }
        }
    }

    private void ReadPoints(MethodDefinitionHandle handle, MethodBodyBlock body, HashSet<int> starts)
    {
        var information = _file.Symbols.GetMethodDebugInformation(handle);
        var last = -1;
        foreach (var point in information.GetSequencePoints())
        {
            _points++;
            Require(starts.Contains(point.Offset), handle, $"line {point.StartLine} at {point.Offset:x4}, where no instruction starts");
            Require(point.Offset > last, handle, $"{point.Offset:x4} after {last:x4}");
            Require(
                point.IsHidden || (point.StartLine, point.StartColumn).CompareTo((point.EndLine, point.EndColumn)) < 0,
                handle,
                $"line {point.StartLine} ends before it starts");
            Require(!point.Document.IsNil, handle, "a line of no document");
            last = point.Offset;
        }

        if (!information.LocalSignature.IsNil)
        {
            Require(information.LocalSignature == body.LocalSignature, handle, "the locals of another method");
        }
    }

    private void ReadScopes(MethodDefinitionHandle handle, MethodBodyBlock body, HashSet<int> starts, int size)
    {
        var locals = LocalCount(body.LocalSignature);
        var open = new Stack<LocalScope>();
        foreach (var scope in _file.Symbols.GetLocalScopes(handle).Select(_file.Symbols.GetLocalScope))
        {
            var (start, end) = (scope.StartOffset, scope.EndOffset);
            Require(IsStretch(start, end, starts, size), handle, $"a scope from {start:x4} to {end:x4} of {size:x4}");
            while (open.TryPeek(out var outer) && outer.EndOffset <= scope.StartOffset)
            {
                open.Pop();
            }

            Require(!open.TryPeek(out var around) || around.EndOffset >= scope.EndOffset, handle, "a scope that outlasts the one around it");
            open.Push(scope);
            foreach (var variable in scope.GetLocalVariables().Select(_file.Symbols.GetLocalVariable))
            {
                Require(variable.Index < locals, handle, $"local {variable.Index} of {locals}");
                Require(!_file.Symbols.GetString(variable.Name).Equals(string.Empty), handle, $"local {variable.Index} has no name");
            }
        }
    }

    private void ReadStepping(MethodDefinitionHandle handle, MethodBodyBlock body, HashSet<int> starts, BlobReader blob)
    {
        _stepped.Add(handle);
        var caught = blob.ReadInt32() - 1;
        Require(
            caught == -1 || body.ExceptionRegions.Any(region => region.HandlerOffset == caught),
            handle,
            $"a catch at {caught:x4}, where no handler starts");
        while (blob.RemainingBytes > 0)
        {
            var (yield, resume) = (blob.ReadInt32(), blob.ReadInt32());
            var resumed = MetadataTokens.MethodDefinitionHandle(blob.ReadCompressedInteger());
            Require(resumed == handle, handle, $"an await that goes on in {Name(resumed)}");
            Require(starts.Contains(yield) && starts.Contains(resume) && yield < resume, handle, $"an await from {yield:x4} to {resume:x4}");
        }

        var kickOff = _file.Symbols.GetMethodDebugInformation(handle).GetStateMachineKickoffMethod();
        Require(
            !kickOff.IsNil && Machine(kickOff) == _file.Metadata.GetMethodDefinition(handle).GetDeclaringType(), handle, "started by another method");
    }

    /// <summary>Returns the state machine of a kick-off method.</summary>
    private TypeDefinitionHandle Machine(MethodDefinitionHandle kickOff)
    {
        foreach (var attribute in _file.Metadata.GetCustomAttributes(kickOff).Select(_file.Metadata.GetCustomAttribute))
        {
            if (attribute.Constructor.Kind == HandleKind.MemberReference
                && _file.Metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } parent
                && _file.Metadata.GetString(_file.Metadata.GetTypeReference((TypeReferenceHandle)parent).Name).EndsWith("StateMachineAttribute"))
            {
                var value = _file.Metadata.GetBlobReader(attribute.Value);
                value.ReadUInt16();
                var name = value.ReadSerializedString();
                return _file.Metadata.TypeDefinitions.Single(type => FullName(type) == name!.Split(',')[0]);
            }
        }

        return default;
    }

    private static bool IsStretch(int start, int end, HashSet<int> starts, int size) =>
        starts.Contains(start) && start < end && (end == size || starts.Contains(end));

    private int LocalCount(StandaloneSignatureHandle signature)
    {
        if (signature.IsNil)
        {
            return 0;
        }

        var blob = _file.Metadata.GetBlobReader(_file.Metadata.GetStandaloneSignature(signature).Signature);
        blob.ReadByte();
        return blob.ReadCompressedInteger();
    }

    private void Require(bool holds, MethodDefinitionHandle method, string otherwise)
    {
        if (!holds)
        {
            _faults.Add($"{Name(method)}: {otherwise}");
        }
    }

    private string Name(MethodDefinitionHandle handle)
    {
        var method = _file.Metadata.GetMethodDefinition(handle);
        return $"{FullName(method.GetDeclaringType())}.{_file.Metadata.GetString(method.Name)}";
    }

    private string FullName(TypeDefinitionHandle handle)
    {
        var type = _file.Metadata.GetTypeDefinition(handle);
        var name = _file.Metadata.GetString(type.Name);
        var space = _file.Metadata.GetString(type.Namespace);
        return type.IsNested ? $"{FullName(type.GetDeclaringType())}+{name}" : space.Length == 0 ? name : $"{space}.{name}";
    }
}
